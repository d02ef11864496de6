/** The icons that several screens show, and those of the token. Another screen draws its own. */
const drawings = {
  back: 'M15 5l-7 7 7 7',
  warn: 'M12 8v5M12 16.5v.2M12 3.5 2.8 19.5h18.4z',
  done: 'M4.5 12.5l5 5 10-11',
  close: 'M6 6l12 12M18 6L6 18',
  message: 'M4 5h16v11H10l-4.5 3.5V16H4z',
  receipt: 'M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5M10 16h5',
  basket: 'M4 7h16l-1.5 10h-13zM9 7V5.5a3 3 0 0 1 6 0V7M9.5 12l2 2 3.5-3.5',
  order: 'M4 6.5h9M4 12h9M4 17.5h9M18 5v13.5M15.3 16l2.7 2.7 2.7-2.7',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4',
  walk: 'M13 5.2a1.2 1.2 0 1 0 0-.1M9 20l2.5-6-2-2.5.8-4 3.2 1L15 11l2.5 1M12.5 14.5L14.5 20M8 12l.8-3.5',
} as const

/** Always next to a word, so it is hidden from screen readers. */
export const Icon = ({ name }: { name: keyof typeof drawings }) => <Drawing path={drawings[name]} />

/** `path` is on a field of 24 by 24. */
export function Drawing({ path }: { path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
