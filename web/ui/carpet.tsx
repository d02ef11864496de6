export function CarpetMark() {
  return (
    <svg className="mark" viewBox="0 0 28 28" aria-hidden="true">
      <path d="M11 3h6l7 22H4z" fill="var(--carpet-500)" />
      <path d="M12.6 3h2.8l1.6 22h-6z" fill="var(--carpet-700)" />
      <path d="M11 3 4 25M17 3l7 22" stroke="var(--gold-400)" strokeWidth="1.4" />
    </svg>
  )
}

export function CarpetAisle() {
  return (
    <svg className="sign-in-aisle" viewBox="0 0 600 800" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <radialGradient id="door-glow">
          <stop offset="0" className="sign-in-aisle__glow-warm" stopOpacity=".75" />
          <stop offset=".4" className="sign-in-aisle__glow-red" stopOpacity=".5" />
          <stop offset="1" className="sign-in-aisle__glow-red" stopOpacity="0" />
        </radialGradient>
      </defs>
      <ellipse cx="300" cy="390" rx="330" ry="260" fill="url(#door-glow)" />
      <path d="M0 446h600v354H0z" fill="var(--carpet-950)" opacity=".55" />
      <path d="M278 446h44l248 354H30z" fill="var(--carpet-600)" />
      <path d="M278 446 30 800M322 446l248 354" stroke="var(--gold-300)" strokeWidth="2.5" fill="none" />
      <path d="M252 446v-92a48 48 0 0 1 96 0v92z" fill="var(--gold-200)" />
      <path d="M242 446v-92a58 58 0 0 1 116 0v92" fill="none" stroke="var(--gold-400)" strokeOpacity=".7" strokeWidth="2" />
    </svg>
  )
}

/** The picture of empty states. */
export function CarpetOutline() {
  return (
    <svg className="outline" viewBox="0 0 48 48" aria-hidden="true">
      <path d="M19 8h10l10 32H9z" />
      <path d="M22 8h4l2.6 32h-9.2z" strokeOpacity=".5" />
    </svg>
  )
}
