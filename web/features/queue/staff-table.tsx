import { Button, Loader, Table } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useSay } from '../../session/words.ts'
import { CarpetOutline } from '../../ui/carpet.tsx'
import type { Desk } from './desk-memory.ts'
import { StaffRow } from './staff-row.tsx'
import { isClicked, type Listed } from './table-view.ts'
import type { DeskActions } from './use-desk-actions.ts'
import { useGrowing } from './use-growing.ts'
import { useLeaving } from './use-leaving.ts'
import './table.css'

export interface StaffTableProps {
  /** What the search and the filter let through, with each customer's place; undefined while the first list is on its way. */
  listed: readonly Listed[] | undefined
  /** Names the search and the filter, so that what they hide does not slide out. */
  view: string
  nextId: string | null
  desk: Desk
  off: boolean
  actions: DeskActions
  /** True where the table holds nobody at all; else only the search or filter does. */
  nobody: boolean
  showAll: () => void
}

const columns = ['columnOrder', 'columnName', 'columnMobile', 'columnEmail', 'columnToken', 'columnAction'] as const

/** The specified table: S. No., Name, Mobile Number, Email, Token, Action. */
export function StaffTable({ listed, view, nextId, desk, off, actions, nobody, showAll }: StaffTableProps) {
  const say = useSay()
  const all = useLeaving(listed ?? NONE, view)
  const rows = useGrowing(all)
  const body = useRef<HTMLTableSectionElement>(null)
  useFocusStays(body)
  return (
    <div className="customers">
      <Table role="table" aria-label={say('customers')} className="customers__table" stickyHeader aria-rowcount={all.length + 1}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => (
              <Table.Th role="columnheader" key={column} scope="col" className={column}>
                {say(column)}
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
              clicked={isClicked(ticket, desk)}
              calling={desk.calling.has(ticket.id)}
              failed={desk.failed.has(ticket.id) && !ticket.clicked}
              acting={desk.acting.has(ticket.id)}
              off={off}
              leaving={leaving}
              actions={actions}
            />
          ))}
        </Table.Tbody>
      </Table>
      {listed === undefined && (
        <div className="empty" role="status">
          <Loader size="1.5rem" />
          <b>{say('loading')}</b>
        </div>
      )}
      {listed?.length === 0 && rows.length === 0 && (
        <div className="empty" role="status">
          <CarpetOutline />
          <b>{nobody ? say('noData') : say('noMatch')}</b>
          <span>{nobody ? say('noDataHint') : say('noMatchHint')}</span>
          {!nobody && <Button onClick={showAll}>{say('showAll')}</Button>}
        </div>
      )}
    </div>
  )
}

const NONE: readonly Listed[] = []

/**
 * When the button that has the focus goes, the focus goes to the one that takes its place in the row, or to the row that takes the place of
 * its row, and not to the page's start.
 */
function useFocusStays(body: { readonly current: HTMLTableSectionElement | null }): void {
  const held = useRef<{ element: Element; ticket: string; place: number } | null>(null)
  useEffect(() => {
    const table = body.current
    if (!table) return
    const note = () => {
      const element = document.activeElement
      const row = element?.closest<HTMLTableRowElement>('tr[data-ticket]')
      held.current =
        element && row && table.contains(row) ? { element, ticket: row.dataset.ticket ?? '', place: row.sectionRowIndex } : null
    }
    table.addEventListener('focusin', note)
    const leave = () => {
      // A removed element loses the focus without a word; only a move to another one clears what was held.
      setTimeout(() => document.activeElement !== document.body && note())
    }
    table.addEventListener('focusout', leave)
    return () => {
      table.removeEventListener('focusin', note)
      table.removeEventListener('focusout', leave)
    }
  }, [body])
  useEffect(() => {
    const table = body.current
    const lost = held.current
    if (!table || !lost || lost.element.isConnected || document.activeElement !== document.body) return
    const own = table.querySelector<HTMLTableRowElement>(`tr[data-ticket="${CSS.escape(lost.ticket)}"]:not([data-leaving])`)
    const row = own ?? table.rows[Math.min(lost.place, table.rows.length - 1)]
    row?.querySelector<HTMLButtonElement>('button')?.focus()
  })
}
