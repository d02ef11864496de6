import { Button, Loader, Table } from '@mantine/core'
import { memo, startTransition, useEffect, useRef, useState } from 'react'
import type { StaffTicket } from '#web/data/queue.ts'
import { CarpetOutline } from '#web/ui/carpet.tsx'
import { say } from '#web/words/words.ts'
import type { DeskActions } from './desk-actions.ts'
import { StaffRow } from './staff-row.tsx'
import { isClicked, type Listed, type Marks } from './table-view.ts'
import { useLeaving } from './use-leaving.ts'
import './staff-table.css'
import './staff-table-row.css'

export interface StaffTableProps {
  /** The customers who match the search and the filter, with their positions; undefined while the first list is loading. */
  listed: readonly Listed[] | undefined
  /** A name for the current search and filter. Rows that they hide do not slide out. */
  view: string
  nextId: string | null
  /** The same object until one of its sets changes. */
  marks: Marks
  off: boolean
  /** The counter of this device; null if it is at none. */
  counterId: string | null
  actions: DeskActions
  /** Opens the question about a refund; null if this person may refund nothing here. */
  refund: ((ticket: StaffTicket) => void) | null
  /** The mall's; undefined while the shop is loading. */
  timeZone: string | undefined
  /** True if the whole table is empty, and not only the result of the search and the filter. */
  nobody: boolean
  showAll: () => void
}

const columns = [
  { text: 'columnOrder' },
  { text: 'columnName', className: 'staff-table__name' },
  { text: 'columnMobile', className: 'staff-table__mobile' },
  { text: 'columnEmail' },
  { text: 'columnToken', className: 'staff-table__token' },
  { text: 'columnAction' },
] as const

/**
 * The table of the specification: S. No., Name, Mobile Number, Email, Token, Action. It renders again only when its own props change: the
 * screen around it renders for each letter of the search, for the log, and when the desk's counters are read.
 */
export const StaffTable = memo(function StaffTable({
  listed,
  view,
  nextId,
  marks,
  off,
  counterId,
  actions,
  refund,
  timeZone,
  nobody,
  showAll,
}: StaffTableProps) {
  const all = useLeaving(listed ?? NONE, view)
  const rows = useGrowing(all)
  const body = useRef<HTMLTableSectionElement>(null)
  useFocusStays(body)
  return (
    <div className="staff-table">
      <Table role="table" aria-label={say('customers')} className="staff-table__table" stickyHeader aria-rowcount={all.length + 1}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map(({ text, ...column }) => (
              <Table.Th role="columnheader" key={text} scope="col" {...column}>
                {say(text)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup" ref={body}>
          {rows.map(({ row: { ticket, order }, leaving }) => (
            <StaffRow
              key={ticket.id}
              ticket={ticket}
              order={order}
              isNext={ticket.id === nextId}
              clicked={isClicked(ticket, marks)}
              calling={marks.calling.has(ticket.id)}
              failed={marks.failed.has(ticket.id) && !ticket.clicked}
              acting={marks.acting.has(ticket.id)}
              off={off}
              counterId={counterId}
              leaving={leaving}
              actions={actions}
              refund={refund}
              timeZone={timeZone}
            />
          ))}
        </Table.Tbody>
      </Table>
      {listed === undefined && (
        <div className="staff-table-empty" role="status">
          <Loader size="1.5rem" />
          <b>{say('loading')}</b>
        </div>
      )}
      {listed?.length === 0 && rows.length === 0 && (
        <div className="staff-table-empty" role="status">
          <CarpetOutline />
          <b>{nobody ? say('noData') : say('noMatch')}</b>
          <span>{nobody ? say('noDataHint') : say('noMatchHint')}</span>
          {!nobody && <Button onClick={showAll}>{say('showAll')}</Button>}
        </div>
      )}
    </div>
  )
})

const NONE: readonly Listed[] = []

/**
 * Keeps the focus in the table. If the focused button disappears, the focus moves to the button that replaces it in its row. If the row is
 * gone too, it moves to the row at the same position, and not to the start of the page. A question that the button opened returns the focus
 * first; on a slow machine the button may be gone by then.
 */
function useFocusStays(body: { readonly current: HTMLTableSectionElement | null }): void {
  const held = useRef<{ element: Element; ticket: string; index: number } | null>(null)
  useEffect(() => {
    const table = body.current
    if (!table) return
    const note = () => {
      const element = document.activeElement
      const row = element?.closest<HTMLTableRowElement>('tr[data-ticket]')
      held.current =
        element && row && table.contains(row) ? { element, ticket: row.dataset.ticket ?? '', index: row.sectionRowIndex } : null
    }
    table.addEventListener('focusin', note)
    const leave = () => {
      // A removed element loses the focus without another element getting it. Only a move to another element updates `held`.
      setTimeout(() => document.activeElement !== document.body && !isInQuestion() && note())
    }
    table.addEventListener('focusout', leave)
    return () => {
      table.removeEventListener('focusin', note)
      table.removeEventListener('focusout', leave)
    }
  }, [body])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const goOn = () => {
      const table = body.current
      const lost = held.current
      if (!table || !lost || lost.element.isConnected) return
      if (isInQuestion()) timer = setTimeout(goOn, QUESTION_MS)
      if (document.activeElement !== document.body) return
      const own = table.querySelector<HTMLTableRowElement>(`tr[data-ticket="${CSS.escape(lost.ticket)}"]:not([data-leaving])`)
      const row = own ?? table.rows[Math.min(lost.index, table.rows.length - 1)]
      row?.querySelector<HTMLButtonElement>('button')?.focus()
    }
    goOn()
    return () => clearTimeout(timer)
  })
}

/** How often to check whether a question has closed, in ms. */
const QUESTION_MS = 50

function isInQuestion(): boolean {
  return document.activeElement?.closest('[role="dialog"], [role="alertdialog"]') != null
}

/** The number of rows that fill a tall screen. */
const AT_ONCE = 30
/** The number of rows that a slow computer renders and lays out within one or two frames. */
const MORE = 40

/**
 * The first rows at once, then `MORE` rows at a time, each batch in its own frame. So a new list of hundreds of rows delays neither its
 * first rows nor the next press. After the whole list has been shown, it stays whole.
 */
function useGrowing<T>(rows: readonly T[]): readonly T[] {
  const [most, setMost] = useState(AT_ONCE)
  const isWhole = rows.length <= most
  useEffect(() => {
    if (isWhole) return
    // A timer, so that the browser paints each batch before the next one renders.
    const timer = setTimeout(() => startTransition(() => setMost(most + MORE)))
    return () => clearTimeout(timer)
  }, [isWhole, most])
  return isWhole ? rows : rows.slice(0, most)
}
