import { Icon } from './icon.tsx'

/** What went wrong, on the page until the next try; nothing for null. */
export function Problem({ text, id }: { text: string | null; id?: string }) {
  if (text === null) return null
  return (
    <p className="err" role="alert" id={id}>
      <Icon name="warn" />
      <span>{text}</span>
    </p>
  )
}
