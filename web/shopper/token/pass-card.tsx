import type { ReactNode } from 'react'

/** `circle` has the token number or a word. `share` (0…1) fills the ring. */
export function PassCard({
  title,
  circle,
  share,
  facts,
}: {
  title: string
  circle: { number: number } | { words: string }
  share: number
  facts: { name: string; value: ReactNode }[]
}) {
  const number = 'number' in circle ? circle.number : null
  return (
    <article className="passcard">
      <h1 tabIndex={-1}>{title}</h1>
      <div className="ring">
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <circle className="track" cx="50" cy="50" r="46.5" pathLength="100" />
          {share > 0 && (
            <circle className="fill" cx="50" cy="50" r="46.5" pathLength="100" strokeDashoffset={Math.round(100 - share * 100)} />
          )}
        </svg>
        {number !== null ? (
          <b className={`num${number > 999 ? ' four' : ''}`}>{number}</b>
        ) : (
          <b className="wait" role="status">
            {'words' in circle ? circle.words : ''}
          </b>
        )}
      </div>
      <dl className="stub">
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.name}</dt>
            <dd className="num">{fact.value}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}
