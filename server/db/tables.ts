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
  credit_note: {
    id: string
    mall_id: string
    shop_id: string
    receipt_id: string
    kind: 'credit_note' | 'refund_receipt'
    code: string
    seller: string
    financial_year: string
    serial: number
    number: string
    issued_at: Date
    taxable_paise: number
    cgst_paise: number
    sgst_paise: number
    igst_paise: number
    extra_paise: number
    total_paise: number
  }
  credit_note_series: {
    seller: string
    shop_id: string
    financial_year: string
    mall_id: string
    last_serial: number
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
  dispute: {
    id: string
    mall_id: string
    gateway: 'razorpay' | 'cashfree'
    vendor_dispute_id: string
    payment_id: string | null
    vendor_payment_id: string | null
    amount_paise: number
    deducted_paise: number
    phase: string
    reason: string
    state: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
    respond_by: Date | null
    opened_at: Date
    told_at: Date
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
  gateway_account: {
    mall_id: string
    gateway: 'razorpay' | 'cashfree'
    is_on: boolean
    key_id: string | null
    last_webhook_at: Date | null
    changed_at: Date
    settled_until: string | null
    next_import_at: Date | null
  }
  gateway_secret: {
    id: string
    mall_id: string
    gateway: 'razorpay' | 'cashfree'
    field: 'key' | 'webhook'
    sealed: string
    made_at: Date
    replaced_at: Date | null
  }
  idempotency_key: {
    id: string
    body_hash: string
    claimed_until: Date
    created_at: Date
    status: number | null
    response: string | null
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
    sac: Generated<string>
    slug: string | null
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
    kind: 'otp' | 'token' | 'call' | 'refund' | 'reset' | 'confirm' | 'taken' | 'device' | 'password' | 'factor' | 'failures' | 'receipt' | 'reminder' | 'space' | 'promise' | 'booking' | 'part' | 'disabled' | 'mistake'
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
  orphan: {
    id: string
    mall_id: string
    gateway: 'razorpay' | 'cashfree'
    kind: 'unknown' | 'other_amount' | 'second'
    payment_id: string | null
    vendor_order_id: string | null
    vendor_payment_id: string
    amount_paise: number
    seen_at: Date
    returned_at: Date | null
    decided_at: Date | null
    decided_by: string | null
    note: string | null
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
    refunding_paise: Generated<number>
    refunded_paise: Generated<number>
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
    code: Generated<string>
    recipient_name: string | null
    place_of_supply: string | null
    tax_kind: 'cgst_sgst' | 'cgst_utgst' | 'igst' | null
    sac: string | null
    igst_paise: Generated<number>
    payment_reference: string | null
    slot_starts_at: Date | null
    slot_ends_at: Date | null
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
  refund: {
    id: string
    mall_id: string
    shop_id: string
    payment_id: string
    gateway: string
    amount_paise: number
    kind: 'rule' | 'leave' | 'late' | 'promise' | 'staff' | 'owner' | 'dashboard'
    reason: string | null
    actor_kind: string
    actor_id: string | null
    state: 'due' | 'sent' | 'pending' | 'processed' | 'failed' | 'waiting_for_funds' | 'by_hand'
    tries: Generated<number>
    try_at: Date | null
    trouble: string | null
    vendor_refund_id: string | null
    bank_reference: string | null
    created_at: Date
    settled_at: Date | null
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
  settlement: {
    id: string
    mall_id: string
    gateway: 'razorpay' | 'cashfree'
    vendor_settlement_id: string
    utr: string | null
    settled_at: Date
  }
  settlement_line: {
    id: string
    mall_id: string
    gateway: 'razorpay' | 'cashfree'
    settlement_id: string
    kind: 'payment' | 'refund' | 'dispute' | 'adjustment'
    vendor_line_id: string
    payment_id: string | null
    vendor_payment_id: string | null
    amount_paise: number
    fee_paise: number
    tax_paise: number
    net_paise: number
    happened_at: Date
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
    staff_refund_limit_paise: Generated<number>
    slots: ColumnType<unknown, string | null, string | null>
    promise_minutes: number | null
    slug: string | null
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
  slot_count: {
    shop_id: string
    starts_at: Date
    mall_id: string
    taken: number
  }
  slug: {
    slug: string
    place_id: string
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
    state: 'pending_payment' | 'booked' | 'waiting' | 'called' | 'serving' | 'served' | 'missed' | 'no_show' | 'cancelled' | 'expired'
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
    slot_starts_at: Date | null
    slot_ends_at: Date | null
    slot_hold_until: Date | null
    slot_moves: Generated<number>
    slot_reminded_at: Date | null
    promise_minutes: number | null
    promised_until: Date | null
    promise_state: 'open' | 'kept' | 'broken' | 'ended' | null
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
    out_of_turn: boolean | null
  }
  vendor_event: {
    id: string
    mall_id: string
    gateway: 'razorpay' | 'cashfree'
    event_id: string
    body: Uint8Array
    about: ColumnType<unknown, string | null, string | null>
    received_at: Date
    tries: Generated<number>
    next_try_at: Date | null
    handled_at: Date | null
    outcome: 'unused' | 'done' | 'known' | 'late' | 'refused' | 'mismatch' | 'second' | 'orphan' | null
    subject: string | null
  }
  vendor_order: {
    payment_id: string
    mall_id: string
    gateway: 'razorpay' | 'cashfree'
    vendor_order_id: string
    opened_at: Date
    checks: Generated<number>
    next_check_at: Date | null
  }
  waitlist: {
    shop_id: string
    starts_at: Date
    mobile: string
    mall_id: string
    locale: string
    asked_at: Date
    told_at: Date | null
  }
}
