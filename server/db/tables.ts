// Written by scripts/generate-tables.ts from server/db/migrations; do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** The rows of every table, as Kysely reads and writes them (names.ts). A jsonb column takes JSON text: `JSON.stringify(value)`. */
export interface Tables {
  account: {
    id: string
    email: string
    name: string
    role: 'staff' | 'owner' | 'superadmin'
    passwordHash: string
    disabledAt: Date | null
    createdAt: Date
    totpSecret: string | null
    totpLastStep: number | null
    firstPasswordUntil: Date | null
    lastSeenAt: Date | null
    emailConfirmedAt: Date | null
    locale: Generated<'en' | 'hi'>
    hasSecondFactor: Generated<boolean>
  }
  addressUse: {
    addressHash: string
    kind: string
    day: string
    used: number
  }
  audit: {
    id: GeneratedAlways<number>
    mallId: string | null
    actorAccountId: string | null
    action: string
    subject: string
    detail: ColumnType<unknown, string | null, string | null>
    at: Date
    actorKind: Generated<'account' | 'staff' | 'owner' | 'superadmin' | 'operator' | 'stranger'>
    fromHash: string | null
  }
  authChallenge: {
    id: string
    tokenHash: string
    accountId: string
    kind: 'totp' | 'totp_enrol' | 'first_password'
    sealed: string | null
    tries: Generated<number>
    createdAt: Date
    expiresAt: Date
  }
  cashCount: {
    id: string
    mallId: string
    shopId: string
    counterId: string | null
    serviceDay: string
    since: Date | null
    countedAt: Date
    accountId: string
    accountName: string
    openingPaise: number
    taken: number
    takenPaise: number
    handedBack: number
    handedBackPaise: number
    countedPaise: number
    leftPaise: number
    note: string
  }
  cashDrawer: {
    mallId: string
    shopId: string
    counterId: string | null
    taken: Generated<number>
    takenPaise: Generated<number>
    handedBack: Generated<number>
    handedBackPaise: Generated<number>
    lastCountId: string | null
  }
  counter: {
    id: string
    mallId: string
    shopId: string
    name: string
    isOpen: Generated<boolean>
    createdAt: Date
    archivedAt: Date | null
    pausedUntil: Date | null
  }
  counterSession: {
    sessionId: string
    mallId: string
    shopId: string
    counterId: string
    accountName: string
    since: Date
  }
  creditNote: {
    id: string
    mallId: string
    shopId: string
    receiptId: string
    kind: 'credit_note' | 'refund_receipt'
    code: string
    seller: string
    financialYear: string
    serial: number
    number: string
    issuedAt: Date
    taxablePaise: number
    cgstPaise: number
    sgstPaise: number
    igstPaise: number
    extraPaise: number
    totalPaise: number
    gateway: string | null
  }
  creditNoteSeries: {
    seller: string
    shopId: string
    financialYear: string
    mallId: string
    lastSerial: number
  }
  dayCounter: {
    shopId: string
    serviceDay: string
    mallId: string
    lastNumber: Generated<number>
    lastJoinedAt: Date
  }
  display: {
    shopId: string
    mallId: string
    backgroundImage: string | null
    slidingText: Generated<string>
    largeLetter: Generated<string>
    passText: Generated<string>
    updatedAt: Date
    audio: string | null
    imageAlt: Generated<string>
  }
  dispute: {
    id: string
    mallId: string
    gateway: 'razorpay' | 'cashfree'
    vendorDisputeId: string
    paymentId: string | null
    vendorPaymentId: string | null
    amountPaise: number
    deductedPaise: number
    phase: string
    reason: string
    state: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
    respondBy: Date | null
    openedAt: Date
    toldAt: Date
  }
  eventBacklog: {
    id: GeneratedAlways<number>
    listener: string
    kind: string
    shopId: string | null
    payload: ColumnType<unknown, string, string>
    seq: number
    happenedAt: Date
    tries: Generated<number>
    nextTryAt: Date
    error: string | null
    createdAt: Date
  }
  gatewayAccount: {
    mallId: string
    gateway: 'razorpay' | 'cashfree'
    isOn: boolean
    keyId: string | null
    lastWebhookAt: Date | null
    changedAt: Date
    settledUntil: string | null
    nextImportAt: Date | null
  }
  gatewaySecret: {
    id: string
    mallId: string
    gateway: 'razorpay' | 'cashfree'
    field: 'key' | 'webhook'
    sealed: string
    madeAt: Date
    replacedAt: Date | null
  }
  idempotencyKey: {
    id: string
    bodyHash: string
    claimedUntil: Date
    createdAt: Date
    status: number | null
    response: string | null
  }
  installation: {
    onlyOne: Generated<boolean>
    mode: 'demo' | 'production'
    since: Date
  }
  mall: {
    id: string
    ownerAccountId: string | null
    title: string
    description: Generated<string>
    image: string | null
    address: Generated<string>
    legalName: Generated<string>
    gstin: string | null
    gstBasisPoints: Generated<number>
    timeZone: Generated<string>
    archivedAt: Date | null
    createdAt: Date
    gstinWaiting: string | null
    dayStartHour: Generated<number>
    supportContact: string | null
    sac: Generated<string>
    slug: string | null
    ledgers: ColumnType<unknown, string | undefined, string>
  }
  mallUse: {
    mallId: string
    kind: 'media-bytes' | 'media-files'
    day: string
    used: number
  }
  media: {
    hash: string
    kind: 'image' | 'sound'
    extension: string
    contentType: string
    bytes: Uint8Array
    createdAt: Date
    keptAt: Generated<Date>
  }
  message: {
    id: string
    mallId: string | null
    shopId: string | null
    ticketId: string | null
    kind: 'otp' | 'token' | 'call' | 'refund' | 'reset' | 'confirm' | 'taken' | 'device' | 'password' | 'factor' | 'failures' | 'receipt' | 'reminder' | 'space' | 'promise' | 'booking' | 'part' | 'disabled' | 'mistake' | 'note' | 'collect'
    channel: string
    seq: Generated<number>
    mobile: string | null
    locale: string
    params: ColumnType<unknown, string, string>
    sealed: string | null
    state: 'queued' | 'sent' | 'delivered' | 'failed' | 'dropped'
    tries: Generated<number>
    nextTryAt: Date | null
    vendorId: string | null
    error: string | null
    createdAt: Date
    sentAt: Date | null
    email: string | null
  }
  moneyChange: {
    mallId: string
    receivedAt: Date
  }
  moneyDay: {
    mallId: string
    shopId: string
    day: string
    gateway: string
    state: string
    count: number
    needsPerson: number
    amountPaise: number
    refundedPaise: number
    duePaise: number
    feesPaise: number
    disputedPaise: number
    taxPaise: number
  }
  orphan: {
    id: string
    mallId: string
    gateway: 'razorpay' | 'cashfree'
    kind: 'unknown' | 'other_amount' | 'second'
    paymentId: string | null
    vendorOrderId: string | null
    vendorPaymentId: string
    amountPaise: number
    seenAt: Date
    returnedAt: Date | null
    decidedAt: Date | null
    decidedBy: string | null
    note: string | null
  }
  otpBudget: {
    scope: string
    beginsAt: Date
    span: 'hour' | 'day'
    sent: number
  }
  otpCode: {
    id: string
    mobile: string
    codeHash: string
    addressHash: string
    createdAt: Date
    expiresAt: Date
    endedAt: Date | null
  }
  otpTry: {
    id: GeneratedAlways<number>
    mobile: string
    otpCodeId: string
    fromAsker: boolean
    at: Date
  }
  outbox: {
    id: GeneratedAlways<number>
    kind: string
    shopId: string | null
    payload: ColumnType<unknown, string, string>
    createdAt: Date
    seq: number | null
    relayedAt: Date | null
    place: number | null
  }
  payment: {
    id: string
    mallId: string
    shopId: string
    ticketId: string
    gateway: string
    state: 'created' | 'captured' | 'expired' | 'refund_pending' | 'refunded'
    amountPaise: number
    baseFeePaise: number
    extraPaise: number
    taxBasisPoints: number | null
    vendorOrderId: string | null
    vendorPaymentId: string | null
    createdAt: Date
    expiresAt: Date
    capturedAt: Date | null
    refundedAt: Date | null
    refundOnLeave: boolean
    sellerName: string
    sellerAddress: string
    sellerGstin: string | null
    receiptCode: string
    refundingPaise: Generated<number>
    refundedPaise: Generated<number>
  }
  paymentAttempt: {
    id: GeneratedAlways<number>
    mallId: string
    paymentId: string
    kind: 'confirm' | 'capture' | 'failed' | 'expired' | 'refund'
    actorKind: string
    actorId: string | null
    detail: ColumnType<unknown, string | null, string | null>
    at: Date
  }
  receipt: {
    id: string
    mallId: string
    shopId: string
    paymentId: string
    ticketId: string
    financialYear: string
    serial: number
    number: string
    kind: 'tax_invoice' | 'receipt'
    issuedAt: Date
    sellerName: string
    sellerAddress: string
    gstin: string | null
    shopName: string
    tokenNumber: number
    taxablePaise: number
    taxBasisPoints: number | null
    cgstPaise: number
    sgstPaise: number
    extraPaise: number
    totalPaise: number
    gateway: string
    seller: string
    code: string
    recipientName: string | null
    placeOfSupply: string | null
    taxKind: 'cgst_sgst' | 'cgst_utgst' | 'igst' | null
    sac: string | null
    igstPaise: Generated<number>
    paymentReference: string | null
    slotStartsAt: Date | null
    slotEndsAt: Date | null
  }
  receiptCode: {
    seller: string
    code: string
    shopId: string
    mallId: string
  }
  receiptSeries: {
    shopId: string
    financialYear: string
    mallId: string
    lastSerial: Generated<number>
    seller: string
  }
  refund: {
    id: string
    mallId: string
    shopId: string
    paymentId: string
    gateway: string
    amountPaise: number
    kind: 'rule' | 'leave' | 'late' | 'promise' | 'staff' | 'owner' | 'dashboard'
    reason: string | null
    actorKind: string
    actorId: string | null
    state: 'due' | 'sent' | 'pending' | 'processed' | 'failed' | 'waiting_for_funds' | 'by_hand'
    tries: Generated<number>
    tryAt: Date | null
    trouble: string | null
    vendorRefundId: string | null
    bankReference: string | null
    createdAt: Date
    settledAt: Date | null
    through: string | null
  }
  relayHead: {
    onlyOne: Generated<boolean>
    place: number
  }
  resetCode: {
    id: string
    accountId: string
    codeHash: string
    tries: Generated<number>
    createdAt: Date
    expiresAt: Date
    endedAt: Date | null
  }
  secondFactorOffer: {
    sessionId: string
    sealed: string
    tries: Generated<number>
    expiresAt: Date
  }
  session: {
    id: string
    tokenHash: string
    accountId: string
    createdAt: Date
    lastSeenAt: Date
    expiresAt: Date
    browser: string | null
    system: string | null
    provenAt: Date | null
  }
  settlement: {
    id: string
    mallId: string
    gateway: 'razorpay' | 'cashfree'
    vendorSettlementId: string
    utr: string | null
    settledAt: Date
  }
  settlementLine: {
    id: string
    mallId: string
    gateway: 'razorpay' | 'cashfree'
    settlementId: string
    kind: 'payment' | 'refund' | 'dispute' | 'adjustment'
    vendorLineId: string
    paymentId: string | null
    vendorPaymentId: string | null
    amountPaise: number
    feePaise: number
    taxPaise: number
    netPaise: number
    happenedAt: Date
  }
  shop: {
    id: string
    mallId: string
    name: string
    description: Generated<string>
    image: string | null
    link: string | null
    place: Generated<string>
    baseFeePaise: Generated<number>
    extraPaise: Generated<number>
    minutesPerTicket: Generated<number>
    headStartMinutes: Generated<number>
    countdownSeconds: Generated<number>
    refundOnLeave: Generated<boolean>
    openingHours: ColumnType<unknown, string | null, string | null>
    supportContact: string | null
    editorName: string | null
    editorMobile: string | null
    editorEmail: string | null
    receiptCode: string
    archivedAt: Date | null
    createdAt: Date
    hoursExceptions: ColumnType<unknown, string | undefined, string>
    qrMadeAt: Date | null
    feeSavedAt: Date | null
    graceMinutes: Generated<number>
    pausedReason: 'technical' | 'break' | 'busy' | 'ask_staff' | null
    pausedUntil: Date | null
    pausedAt: Date | null
    pausedBy: string | null
    usualWaitMinutes: number | null
    staffRefundLimitPaise: Generated<number>
    slots: ColumnType<unknown, string | null, string | null>
    promiseMinutes: number | null
    slug: string | null
  }
  shopStaff: {
    shopId: string
    accountId: string
    mallId: string
    createdAt: Date
  }
  shopStream: {
    shopId: string
    seq: Generated<number>
  }
  shopperSession: {
    tokenHash: string
    mobile: string
    createdAt: Date
    expiresAt: Date
  }
  signInFailure: {
    id: GeneratedAlways<number>
    whoHash: string
    at: Date
    pending: Generated<boolean>
  }
  signUp: {
    id: string
    codeHash: string
    email: string
    name: string
    passwordHash: string
    createdAt: Date
    expiresAt: Date
  }
  slotCount: {
    shopId: string
    startsAt: Date
    mallId: string
    taken: number
    kept: Generated<number>
  }
  slug: {
    slug: string
    placeId: string
  }
  ticket: {
    id: string
    mallId: string
    shopId: string
    serviceDay: string
    mobile: string
    name: string
    email: string
    locale: Generated<string>
    state: 'pending_payment' | 'booked' | 'waiting' | 'called' | 'serving' | 'served' | 'missed' | 'no_show' | 'cancelled' | 'expired'
    lane: 'priority' | 'regular'
    number: number | null
    serveKey: Date | null
    version: Generated<number>
    wishedCounterId: string | null
    counterId: string | null
    holdUntil: Date | null
    joinedAt: Date | null
    calledAt: Date | null
    callCount: Generated<number>
    callStartedAt: Date | null
    callSeconds: number | null
    callEndsAt: Date | null
    endedAt: Date | null
    noticeState: 'queued' | 'sent' | 'delivered' | 'failed' | null
    cashPaymentId: string | null
    dueAmountPaise: number | null
    createdAt: Date
    settledAt: Date | null
    graceEndsAt: Date | null
    recallCount: Generated<number>
    callUndoneAt: Date | null
    slotStartsAt: Date | null
    slotEndsAt: Date | null
    slotHoldUntil: Date | null
    slotMoves: Generated<number>
    slotRemindedAt: Date | null
    promiseMinutes: number | null
    promisedUntil: Date | null
    promiseState: 'open' | 'kept' | 'broken' | 'ended' | null
    refundUntil: Date | null
  }
  ticketEvent: {
    id: GeneratedAlways<number>
    mallId: string
    shopId: string
    ticketId: string
    action: string
    fromState: string | null
    toState: string
    actorKind: 'shopper' | 'account' | 'system'
    actorId: string | null
    before: ColumnType<unknown, string | null, string | null>
    undoneAt: Date | null
    at: Date
    outOfTurn: boolean | null
  }
  vendorEvent: {
    id: string
    mallId: string
    gateway: 'razorpay' | 'cashfree'
    eventId: string
    body: Uint8Array
    about: ColumnType<unknown, string | null, string | null>
    receivedAt: Date
    tries: Generated<number>
    nextTryAt: Date | null
    handledAt: Date | null
    outcome: 'unused' | 'done' | 'known' | 'late' | 'refused' | 'mismatch' | 'second' | 'orphan' | null
    subject: string | null
  }
  vendorOrder: {
    paymentId: string
    mallId: string
    gateway: 'razorpay' | 'cashfree'
    vendorOrderId: string
    openedAt: Date
    checks: Generated<number>
    nextCheckAt: Date | null
  }
  waitlist: {
    shopId: string
    startsAt: Date
    mobile: string
    mallId: string
    locale: string
    askedAt: Date
    toldAt: Date | null
    keptUntil: Date | null
  }
}
