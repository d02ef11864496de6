import { type ReactNode, useEffect, useRef } from 'react'
import { rupees } from '#contract/base/money.ts'
import type { PayingTexts } from '#texts/en/paying.ts'
import type { Say } from '#texts/speak.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { Bar } from '#web/shopper/parts/bar.tsx'
import { Drawing, Icon } from '#web/shopper/parts/icon.tsx'
import { Spinner } from '#web/shopper/parts/spinner.tsx'
import { Way } from '#web/shopper/parts/way.tsx'
import { vendorTitle } from '#web/shopper/payment/vendor-title.ts'
import { clockTime } from '#web/shopper/times.ts'
import css from './paying.css?inline'
import type { PayingProps } from './props.ts'
import type { Step } from './rules.ts'
import { usePaying } from './use-paying.ts'

const drawings = {
  phone: 'M7.5 3h9v18h-9zM11 18.2h2',
  cash: 'M3 6.5h18v11H3zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6 9v.2M18 14.8v.2',
  right: 'M9.5 6l6 6-6 6',
  shield: 'M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z',
  refund: 'M4.5 12a7.5 7.5 0 1 1 2.2 5.3M4.5 17.5V12H10',
}

/** The screen while a shopper pays at a vendor, and after that until we know how it ended. */
export function Paying({ start, gateway, say, reorder, leave, held, cash }: PayingProps) {
  const { world, say: sayAll } = useJourney()
  const { step, open, didNotPay } = usePaying(start, { reorder, leave })
  const { pass, storefront } = world
  const vendor = vendorTitle(gateway)
  const amount = rupees(pass?.payment?.amountPaise ?? start.order?.payment.amountPaise ?? storefront?.fee.totalPaise ?? 0)
  const until = pass?.heldUntil ?? start.order?.payment.expiresAt ?? null
  const words = { say, vendor, amount, until: until === null ? '' : clockTime(until, world) }
  return (
    <>
      <OwnStyle />
      <Bar />
      <div className="paying top top--wide" aria-busy={step.at === 'opening'}>
        <Way at="pay" free={false} />
        <Moment step={step} words={words} mobile={pass?.mobile ?? ''} />
        {step.at === 'failed' && (
          <Ways title={say('whatNow')}>
            <Button icon="phone" name={say('anotherApp')} hint={say('anotherAppHint')} press={open} />
            <CashWay say={say} cash={cash} />
          </Ways>
        )}
        {['closed', 'unopened', 'down', 'busy'].includes(step.at) && cash !== null && (
          <Ways title={say('otherWays')}>
            <CashWay say={say} cash={cash} />
          </Ways>
        )}
        {(step.at === 'failed' || (step.at === 'closed' && step.own)) && <p className="fine num">{say('ifTaken', { amount })}</p>}
      </div>
      <footer className="dock">
        {held?.clock}
        <p className="dock__price">
          <b className="num">{amount}</b>
          <span className="num">
            {held?.when ?? (until === null ? say('priorityBilling') : sayAll('heldUntil', { time: words.until }))}
          </span>
        </p>
        <MainButton step={step} words={words} open={open} />
        {step.at === 'asking' && !step.paid && (
          <button type="button" className="btn btn--leave paying__under" onClick={didNotPay}>
            {say('didNotPay')}
          </button>
        )}
        {step.at !== 'asking' && step.at !== 'failed' && (
          <button type="button" className="btn btn--leave paying__under" onClick={() => leave(null)}>
            {sayAll('back')}
          </button>
        )}
      </footer>
    </>
  )
}

interface Words {
  say: Say<PayingTexts>
  vendor: string
  amount: string
  until: string
}

function Moment({ step, words, mobile }: { step: Step; words: Words; mobile: string }) {
  const { say, vendor } = words
  if (step.at === 'opening')
    return (
      <>
        <Head at="opening" title={say('titleOpening')} />
        <Hand vendor={vendor} />
        <ul className="paying__know">
          <li>
            <Drawing path={drawings.phone} />
            <span>{say('chooseThere')}</span>
          </li>
          <li>
            <Icon name="message" />
            <span>{say('comeBack')}</span>
          </li>
        </ul>
      </>
    )
  if (step.at === 'asking') return <Asking step={step} words={words} mobile={mobile} />
  if (step.at === 'failed')
    return (
      <Head at="failed" title={say('titleFailed')} badge="bad">
        {say('failedLead', { reason: say(`reason_${step.reason}`) })}
      </Head>
    )
  if (step.at === 'closed')
    return (
      <Head at="closed" title={say(step.own ? 'titleClosed' : 'titleUnpaid')}>
        {say(step.own ? 'closedLead' : 'unpaidLead')}
      </Head>
    )
  if (step.at === 'other_amount')
    return (
      <Head at="other_amount" title={say('titleOtherAmount')} badge="warn">
        {say('otherAmountLead', { amount: words.amount })}
      </Head>
    )
  const { title, lead } = {
    down: { title: say('titleDown'), lead: say('downLead', { vendor }) },
    busy: { title: say('titleBusy'), lead: say('busyLead') },
    unopened: { title: say('titleUnopened', { vendor }), lead: say('unopenedLead') },
  }[step.at]
  return (
    <Head at={step.at} title={title} badge="warn">
      {lead}
    </Head>
  )
}

/** A new step begins at its heading, for the eyes and for screen readers. */
function Head({ at, title, badge, children }: { at: Step['at']; title: string; badge?: 'bad' | 'warn'; children?: ReactNode }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (at === 'opening') return
    window.scrollTo(0, 0)
    head.current?.focus({ preventScroll: true })
  }, [at])
  return (
    <div className="paying__moment">
      {badge && (
        <span className="paying__badge" data-tone={badge}>
          <Icon name={badge === 'bad' ? 'close' : 'warn'} />
        </span>
      )}
      <h1 className="head" tabIndex={-1} ref={head}>
        {title}
      </h1>
      {children !== undefined && <p className="paying__lead">{children}</p>}
    </div>
  )
}

function Hand({ vendor }: { vendor: string }) {
  return (
    <div className="paying__hand">
      <span>
        <svg viewBox="0 0 28 28" aria-hidden="true">
          <path d="M11 3h6l7 22H4z" fill="var(--carpet-500)" />
          <path d="M12.6 3h2.8l1.6 22h-6z" fill="var(--carpet-700)" />
          <path d="M11 3 4 25M17 3l7 22" stroke="var(--gold-400)" strokeWidth="1.4" fill="none" />
        </svg>
        <b>Red Carpet</b>
      </span>
      <span className="paying__dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span>
        <Drawing path={drawings.shield} />
        <b>{vendor}</b>
      </span>
    </div>
  )
}

function Asking({ step, words, mobile }: { step: Extract<Step, { at: 'asking' }>; words: Words; mobile: string }) {
  const { say, vendor, amount, until } = words
  return (
    <>
      <Head at="asking" title={say('titleWaiting')}>
        {say('waitingLead')}
      </Head>
      <div className="paying__warn" role="status">
        <Icon name="warn" />
        <div>
          <p>{say('notTwice')}</p>
          <p className="num">{say('notTwiceHint', { amount })}</p>
        </div>
      </div>
      <section className="card paying__card">
        <ol className="paying__trail">
          <li data-done="">
            <i>
              <Icon name="done" />
            </i>
            <b>{say(step.paid ? 'youPaid' : 'youOpened', { vendor })}</b>
          </li>
          <li data-now="">
            <i>
              <Spinner />
            </i>
            <b>{say('bankConfirms')}</b>
            <p role="status">
              {step.trouble === null
                ? say('bankHint')
                : step.trouble === 'offline'
                  ? say('unreachedOffline')
                  : say('unreached', { vendor })}
            </p>
          </li>
          <li>
            <i />
            <b>{say('yourToken')}</b>
          </li>
        </ol>
      </section>
      <section className="card">
        <div className="paying__say">
          <Icon name="message" />
          <div>
            <p>
              <b>{say('mayClose')}</b>
            </p>
            <p className="num">{say('mayCloseHint', { mobile: `${mobile.slice(0, 5)}\u00a0${mobile.slice(5)}` })}</p>
          </div>
        </div>
        {until !== '' && (
          <div className="paying__say">
            <Drawing path={drawings.refund} />
            <div>
              <p>
                <b>{say('tooLate')}</b>
              </p>
              <p className="num">{say('tooLateHint', { time: until })}</p>
            </div>
          </div>
        )}
      </section>
    </>
  )
}

function MainButton({ step, words: { say, vendor }, open }: { step: Step; words: Words; open: () => void }) {
  // Nothing here may tempt to pay again.
  if (step.at === 'other_amount') return null
  if (step.at === 'opening' || step.at === 'asking')
    return (
      <button type="button" className="btn btn--busy" disabled aria-live="polite">
        <Spinner />
        {step.at === 'opening' ? say('opening', { vendor }) : say('asking')}
      </button>
    )
  return (
    <button type="button" className="btn" onClick={open}>
      {say(step.at === 'closed' ? 'backToPayment' : 'tryAgain')}
    </button>
  )
}

function Ways({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <div className="paying__ways">{children}</div>
    </section>
  )
}

const CashWay = ({ say, cash }: { say: Say<PayingTexts>; cash: (() => void) | null }) =>
  cash && <Button icon="cash" name={say('cash')} hint={say('cashHint')} press={cash} />

function Button({ icon, name, hint, press }: { icon: 'phone' | 'cash'; name: string; hint: string; press: () => void }) {
  return (
    <button type="button" onClick={press}>
      <Drawing path={drawings[icon]} />
      <span>
        <b>{name}</b>
        <small>{hint}</small>
      </span>
      <Drawing path={drawings.right} />
    </button>
  )
}

/** The styles of this part come with it: the document has only those of first screens. */
function OwnStyle() {
  const nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce
  return (
    <style nonce={nonce} href="paying" precedence="part">
      {css}
    </style>
  )
}
