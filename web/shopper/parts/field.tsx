import { cloneElement, type InputHTMLAttributes, type ReactElement } from 'react'
import { Icon } from './icon.tsx'

export function Field({
  id,
  label,
  error,
  hint,
  before,
  children,
}: {
  id: string
  label: string
  error: string | null
  hint?: string
  before?: string
  children: ReactElement<InputHTMLAttributes<HTMLInputElement>>
}) {
  const described = [error === null ? null : `${id}-error`, hint === undefined ? null : `${id}-hint`].filter((part) => part !== null)
  return (
    <div className={`field${error === null ? '' : ' is-bad'}`}>
      <label htmlFor={id}>{label}</label>
      <div className="input">
        {before !== undefined && <span className="pre num">{before}</span>}
        {cloneElement(children, {
          id,
          'aria-invalid': error !== null,
          ...(described.length === 0 ? {} : { 'aria-describedby': described.join(' ') }),
        })}
      </div>
      {error !== null && (
        <p className="err" id={`${id}-error`} role="alert">
          <Icon name="warn" />
          <span>{error}</span>
        </p>
      )}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
