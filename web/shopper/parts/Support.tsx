import { useJourney } from '../journey-context.ts'

/** How to reach the shop's support, as a link where the contact is a number or an address; nothing where none is set. */
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
