import type { PassWire } from '#contract/storefront/shapes.ts'
import type { DemoMessageTexts } from '#texts/en/demo-messages.ts'
import type { Say } from '#texts/speak.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { clockTime } from '#web/shopper/times.ts'

/** Newest first. */
export function MessageList({ pass, say }: { pass: PassWire; say: Say<DemoMessageTexts> }) {
  const { world } = useJourney()
  return (
    <section className="card messages" aria-labelledby="messages-title">
      <h2 id="messages-title">{say('messages')}</h2>
      <p className="fine">{say('messagesHint')}</p>
      <ol>
        {[...pass.messages].reverse().map((message) => (
          <li key={message.id}>
            <small className="num">
              {isChannel(message.channel) ? say(message.channel) : message.channel} · {clockTime(message.at, world)}
            </small>
            <p>{message.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const isChannel = (name: string): name is 'screen' | 'sms' | 'email' | 'whatsapp' => ['screen', 'sms', 'email', 'whatsapp'].includes(name)
