/** The decorative circles around the disc; the disc's radius is 100. */
export function Orbits() {
  return (
    <svg className="banner__orbits" viewBox="-172 -172 344 344" fill="none" aria-hidden="true">
      <g stroke="var(--gold-400)">
        <circle r="122" strokeOpacity=".34" />
        <circle r="146" strokeOpacity=".18" />
        <circle r="170" strokeOpacity=".09" />
        <circle cx="-113" cy="-92" r="9.5" strokeOpacity=".6" />
      </g>
      <g fill="var(--gold-300)">
        <circle cx="-118.5" cy="-29" r="3.4" />
        <circle cx="105.6" cy="-61" r="3.4" />
        <circle cx="129" cy="-68" r="2" />
        <circle cx="-132" cy="62" r="2.4" />
        <circle cx="98" cy="-139" r="2" />
        <circle cx="-160" cy="-57" r="2.2" />
      </g>
      <circle cx="131" cy="64" r="9" fill="var(--carpet-500)" />
      <circle cx="131" cy="64" r="13" stroke="var(--carpet-500)" strokeOpacity=".6" />
      <circle cx="-113" cy="-92" r="6" fill="var(--carpet-700)" />
      <circle cx="-139" cy="98" r="4" stroke="var(--gold-300)" strokeOpacity=".7" />
    </svg>
  )
}
