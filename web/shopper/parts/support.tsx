import { useJourney } from '#web/shopper/journey-context.ts'

export function Questions() {
  const { world, say } = useJourney()
  if (!world.storefront?.shop.supportContact) return null
  return (
    <p className="fine questions">
      {say('questions')} <Support />
    </p>
  )
}

/** A link if the contact is a number or an address; nothing without a contact. */
export function Support() {
  const { world } = useJourney()
  const contact = world.storefront?.shop.supportContact ?? null
  if (contact === null || contact === '') return null
  const isPhone = /^\+?[\d\s-]{6,}$/.test(contact)
  const isEmail = contact.includes('@')
  if (!isPhone && !isEmail) return <span className="support">{contact}</span>
  return (
    <a className="support link" href={isPhone ? `tel:${contact.replace(/[\s-]/g, '')}` : `mailto:${contact}`}>
      {contact}
    </a>
  )
}
