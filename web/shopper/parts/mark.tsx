/** The carpet in perspective with its two gold edges: the brand's mark. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 28 28" aria-hidden="true">
      <path d="M11 3h6l7 22H4z" fill="var(--carpet-500)" />
      <path d="M12.6 3h2.8l1.6 22h-6z" fill="var(--carpet-700)" />
      <path d="M11 3 4 25M17 3l7 22" stroke="var(--gold-300)" strokeWidth="1.4" />
    </svg>
  )
}
