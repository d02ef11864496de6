import type { ReactNode, Ref } from 'react'
import './side-list.css'

interface Props {
  /** The name of the list in classes, and the id of its heading. */
  name: string
  title: string
  count: number
  /** What the list is about, and what else stands around its rows. */
  about?: ReactNode
  ways?: ReactNode
  /** The rows, each an `li`. */
  children: ReactNode
  ref?: Ref<HTMLElement>
}

/** A short list of people beside the main table, such as those whose cash is to hand back. */
export function SideList({ name, title, count, about, ways, children, ref }: Props) {
  return (
    <section className={`side-list ${name}`} aria-labelledby={name} tabIndex={-1} ref={ref}>
      <h2 className="cap" id={name}>
        {title} <span className="num">{count}</span>
      </h2>
      {about}
      <ul>{children}</ul>
      {ways}
    </section>
  )
}

/** The first cells of a row: the token number, the name and the mobile. */
export function SidePerson({ number, name, mobile }: { number: ReactNode; name: string; mobile: string }) {
  return (
    <>
      <b className="num">{number}</b>
      <span className="side-list__who">
        {name} <span className="num muted">{mobile}</span>
      </span>
    </>
  )
}
