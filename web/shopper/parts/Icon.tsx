const drawings = {
  back: 'M15 5l-7 7 7 7',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  warn: 'M12 8v5M12 16.5v.2M12 3.5 2.8 19.5h18.4z',
  done: 'M4.5 12.5l5 5 10-11',
  close: 'M6 6l12 12M18 6L6 18',
  message: 'M4 5h16v11H10l-4.5 3.5V16H4z',
  receipt: 'M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5M10 16h5',
  support: 'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 13.5h3v5h-3zM16.5 13.5h3v5h-3zM18 18.5c0 2-2.5 2.5-5 2.5',
  scan: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  basket: 'M4 7h16l-1.5 10h-13zM9 7V5.5a3 3 0 0 1 6 0V7M9.5 12l2 2 3.5-3.5',
  order: 'M4 6.5h9M4 12h9M4 17.5h9M18 5v13.5M15.3 16l2.7 2.7 2.7-2.7',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4',
  print: 'M7 9V4h10v5M7 17H4.5v-6a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v6H17M7.5 14h9v6h-9z',
  walk: 'M13 5.2a1.2 1.2 0 1 0 0-.1M9 20l2.5-6-2-2.5.8-4 3.2 1L15 11l2.5 1M12.5 14.5L14.5 20M8 12l.8-3.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  onward: 'M9 5l7 7-7 7',
  pencil: 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5',
  shop: 'M4.5 10v9.5h15V10M3.5 9.5L5.5 4.5h13l2 5c0 3-4 3-4.25 0 0 3-4.25 3-4.25 0 0 3-4.25 3-4.25 0-.25 3-4.25 3-4.25 0zM10 19.5v-5h4v5',
} as const

export type IconName = keyof typeof drawings

/** A line drawing beside a word; nothing for those who hear the page. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
