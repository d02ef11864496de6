// Written by scripts/generate-tables.ts from server/db/migrations; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The rows of every table, as Kysely reads and writes them. A jsonb column takes JSON text: `JSON.stringify(value)`. */
export interface Tables {
  account: {
    id: string
    email: string
    name: string
    role: 'staff' | 'owner' | 'superadmin'
    password_hash: string
    disabled_at: Date | null
    created_at: Date
    totp_secret: string | null
    totp_last_step: number | null
    first_password_until: Date | null
    last_seen_at: Date | null
    email_confirmed_at: Date | null
    locale: Generated<'en' | 'hi'>
    has_second_factor: Generated<boolean>
  }
  address_use: {
    address_hash: string
    kind: string
    day: string
    used: number
  }
  audit: {
    id: GeneratedAlways<number>
    mall_id: string | null
    actor_account_id: string | null
    action: string
    subject: string
    detail: ColumnType<unknown, string | null, string | null>
    at: Date
    actor_kind: Generated<'account' | 'staff' | 'owner' | 'superadmin' | 'operator' | 'stranger'>
    from_hash: string | null
  }
  auth_challenge: {
    id: string
    token_hash: string
    account_id: string
    kind: 'totp' | 'totp_enrol' | 'first_password'
    sealed: string | null
    tries: Generated<number>
    created_at: Date
    expires_at: Date
  }
  counter: {
    id: string
    mall_id: string
    shop_id: string
    name: string
    is_open: Generated<boolean>
    created_at: Date
    archived_at: Date | null
    paused_until: Date | null
  }
  counter_session: {
    session_id: string
    mall_id: string
    shop_id: string
    counter_id: string
    account_name: string
    since: Date
  }
  day_counter: {
    shop_id: string
    service_day: string
    mall_id: string
    last_number: Generated<number>
    last_joined_at: Date
  }
  display: {
    shop_id: string
    mall_id: string
    background_image: string | null
    sliding_text: Generated<string>
    large_letter: Generated<string>
    pass_text: Generated<string>
    updated_at: Date
    audio: string | null
    image_alt: Generated<string>
  }
  event_backlog: {
    id: GeneratedAlways<number>
    listener: string
    kind: string
    shop_id: string | null
    payload: ColumnType<unknown, string, string>
    seq: number
    happened_at: Date
    tries: Generated<number>
    next_try_at: Date
    error: string | null
    created_at: Date
  }
  installation: {
    only_one: Generated<boolean>
    mode: 'demo' | 'production'
    since: Date
  }
  mall: {
    id: string
    owner_account_id: string | null
    title: string
    description: Generated<string>
    image: string | null
    address: Generated<string>
    legal_name: Generated<string>
    gstin: string | null
    gst_basis_points: Generated<number>
    time_zone: Generated<string>
    archived_at: Date | null
    created_at: Date
    gstin_waiting: string | null
    day_start_hour: Generated<number>
    support_contact: string | null
  }
  mall_use: {
    mall_id: string
    kind: 'media-bytes' | 'media-files'
    day: string
    used: number
  }
  media: {
    hash: string
    kind: 'image' | 'sound'
    extension: string
    content_type: string
    bytes: Uint8Array
    created_at: Date
    kept_at: Generated<Date>
  }
  message: {
    id: string
    mall_id: string | null
    shop_id: string | null
    ticket_id: string | null
    kind: 'otp' | 'token' | 'call' | 'refund' | 'reset' | 'confirm' | 'taken' | 'device' | 'password' | 'factor' | 'failures'
    channel: string
    seq: Generated<number>
    mobile: string | null
    locale: string
    params: ColumnType<unknown, string, string>
    sealed: string | null
    state: 'queued' | 'sent' | 'delivered' | 'failed' | 'dropped'
    tries: Generated<number>
    next_try_at: Date | null
    vendor_id: string | null
    error: string | null
    created_at: Date
    sent_at: Date | null
    email: string | null
  }
  otp_budget: {
    scope: string
    begins_at: Date
    span: 'hour' | 'day'
    sent: number
  }
  otp_code: {
    id: string
    mobile: string
    code_hash: string
    address_hash: string
    created_at: Date
    expires_at: Date
    ended_at: Date | null
  }
  otp_try: {
    id: GeneratedAlways<number>
    mobile: string
    otp_code_id: string
    from_asker: boolean
    at: Date
  }
  outbox: {
    id: GeneratedAlways<number>
    kind: string
    shop_id: string | null
    payload: ColumnType<unknown, string, string>
    created_at: Date
    seq: number | null
    relayed_at: Date | null
    place: number | null
  }
  payment: {
    id: string
    mall_id: string
    shop_id: string
    ticket_id: string
    gateway: string
    state: 'created' | 'captured' | 'expired' | 'refund_pending' | 'refunded'
    amount_paise: number
    base_fee_paise: number
    extra_paise: number
    tax_basis_points: number | null
    vendor_order_id: string | null
    vendor_payment_id: string | null
    created_at: Date
    expires_at: Date
    captured_at: Date | null
    refunded_at: Date | null
    refund_tries: Generated<number>
    refund_try_at: Date | null
    refund_on_leave: Generated<boolean>
    seller_name: string | null
    seller_address: string | null
    seller_gstin: string | null
    receipt_code: string | null
  }
  payment_attempt: {
    id: GeneratedAlways<number>
    mall_id: string
    payment_id: string
    kind: 'confirm' | 'capture' | 'failed' | 'expired' | 'refund'
    actor_kind: string
    actor_id: string | null
    detail: ColumnType<unknown, string | null, string | null>
    at: Date
  }
  receipt: {
    id: string
    mall_id: string
    shop_id: string
    payment_id: string
    ticket_id: string
    financial_year: string
    serial: number
    number: string
    kind: 'tax_invoice' | 'receipt'
    issued_at: Date
    seller_name: string
    seller_address: string
    gstin: string | null
    shop_name: string
    token_number: number
    taxable_paise: number
    tax_basis_points: number | null
    cgst_paise: number
    sgst_paise: number
    extra_paise: number
    total_paise: number
    gateway: string
    seller: string | null
  }
  receipt_code: {
    seller: string
    code: string
    shop_id: string
    mall_id: string
  }
  receipt_series: {
    shop_id: string
    financial_year: string
    mall_id: string
    last_serial: Generated<number>
    seller: string | null
  }
  relay_head: {
    only_one: Generated<boolean>
    place: number
  }
  reset_code: {
    id: string
    account_id: string
    code_hash: string
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    ended_at: Date | null
  }
  second_factor_offer: {
    session_id: string
    sealed: string
    tries: Generated<number>
    expires_at: Date
  }
  session: {
    id: string
    token_hash: string
    account_id: string
    created_at: Date
    last_seen_at: Date
    expires_at: Date
    browser: string | null
    system: string | null
    proven_at: Date | null
  }
  shop: {
    id: string
    mall_id: string
    name: string
    description: Generated<string>
    image: string | null
    link: string | null
    place: Generated<string>
    base_fee_paise: Generated<number>
    extra_paise: Generated<number>
    minutes_per_ticket: Generated<number>
    head_start_minutes: Generated<number>
    countdown_seconds: Generated<number>
    refund_on_leave: Generated<boolean>
    opening_hours: ColumnType<unknown, string | null, string | null>
    support_contact: string | null
    editor_name: string | null
    editor_mobile: string | null
    editor_email: string | null
    receipt_code: string
    archived_at: Date | null
    created_at: Date
    hours_exceptions: ColumnType<unknown, string | undefined, string>
    qr_made_at: Date | null
    fee_saved_at: Date | null
    grace_minutes: Generated<number>
    paused_reason: 'technical' | 'break' | 'busy' | 'ask_staff' | null
    paused_until: Date | null
    paused_at: Date | null
    paused_by: string | null
    usual_wait_minutes: number | null
  }
  shop_staff: {
    shop_id: string
    account_id: string
    mall_id: string
    created_at: Date
  }
  shop_stream: {
    shop_id: string
    seq: Generated<number>
  }
  shopper_session: {
    token_hash: string
    mobile: string
    created_at: Date
    expires_at: Date
  }
  sign_in_failure: {
    id: GeneratedAlways<number>
    who_hash: string
    at: Date
    pending: Generated<boolean>
  }
  sign_up: {
    id: string
    code_hash: string
    email: string
    name: string
    password_hash: string
    created_at: Date
    expires_at: Date
  }
  ticket: {
    id: string
    mall_id: string
    shop_id: string
    service_day: string
    mobile: string
    name: string
    email: string
    locale: Generated<string>
    state: 'pending_payment' | 'waiting' | 'called' | 'serving' | 'served' | 'missed' | 'no_show' | 'cancelled' | 'expired'
    lane: 'priority' | 'regular'
    number: number | null
    serve_key: Date | null
    version: Generated<number>
    wished_counter_id: string | null
    counter_id: string | null
    hold_until: Date | null
    joined_at: Date | null
    called_at: Date | null
    call_count: Generated<number>
    call_started_at: Date | null
    call_seconds: number | null
    call_ends_at: Date | null
    ended_at: Date | null
    notice_state: 'queued' | 'sent' | 'delivered' | 'failed' | null
    cash_payment_id: string | null
    due_amount_paise: number | null
    created_at: Date
    settled_at: Date | null
    grace_ends_at: Date | null
    recall_count: Generated<number>
    call_undone_at: Date | null
  }
  ticket_event: {
    id: GeneratedAlways<number>
    mall_id: string
    shop_id: string
    ticket_id: string
    action: string
    from_state: string | null
    to_state: string
    actor_kind: 'shopper' | 'account' | 'system'
    actor_id: string | null
    before: ColumnType<unknown, string | null, string | null>
    undone_at: Date | null
    at: Date
  }
}
