import type { PassWire } from '#contract/storefront/shapes.ts'
import { useJourney } from '#web/shopper/journey-context.ts'
import { clockTime } from '#web/shopper/times.ts'

const channels = { screen: 'channelScreen', sms: 'channelSms', email: 'channelEmail', whatsapp: 'channelWhatsapp' } as const

/** The messages that would have gone to the phone, in demo mode; newest first. */
export function Messages({ pass }: { pass: PassWire }) {
  const { world, say } = useJourney()
  if (!world.demo || pass.messages.length === 0) return null
  return (
    <section className="card messages" aria-labelledby="messages-title">
      <h2 id="messages-title">{say('messages')}</h2>
      <p className="fine">{say('messagesHint')}</p>
      <ol>
        {pass.messages.toReversed().map((message) => (
          <li key={message.id}>
            <small className="num">
              {isChannel(message.channel) ? say(channels[message.channel]) : message.channel} · {clockTime(message.at, world)}
            </small>
            <p>{message.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const isChannel = (name: string): name is keyof typeof channels => Object.hasOwn(channels, name)
