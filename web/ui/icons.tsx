import type { ReactNode } from 'react'

const drawings = {
  warning: <path d="M12 8v5M12 16.5v.2M12 3.5 2.8 19.5h18.4z" />,
  check: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  search: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20" />,
  logout: <path d="M10 4H5v16h5M14.5 8l4 4-4 4M18.5 12H9.5" />,
  undo: <path d="M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3" />,
  back: <path d="M10 6l-6 6 6 6M4 12h16" />,
  clock: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2" />,
  cross: <path d="M6 6l12 12M18 6 6 18" />,
  shop: <path d="M4 9.5 5.5 4h13L20 9.5M4 9.5a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 12v8h13v-8M10 20v-5h4v5" />,
  reload: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4" />,
} satisfies Record<string, ReactNode>

/** A line icon on the 24 grid; always beside a word, so it is hidden from screen readers. */
export function Icon({ name }: { name: keyof typeof drawings }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {drawings[name]}
    </svg>
  )
}
