/**
 * For shops without a picture; drawn, so that it costs no request. The colours belong to the picture, not to the product, and are the same
 * in both themes.
 */
export function EveningEntrance({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 400 400" role="img" aria-label={label} preserveAspectRatio="xMidYMid slice">
      <defs>
        <radialGradient id="dusk-gl" cx=".5" cy=".46" r=".62">
          <stop offset="0" stopColor="#ffe9b0" />
          <stop offset=".16" stopColor="#e9a84f" />
          <stop offset=".42" stopColor="#8d2a22" />
          <stop offset="1" stopColor="#1c0509" />
        </radialGradient>
        <linearGradient id="dusk-dr" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff6d8" />
          <stop offset="1" stopColor="#f6c567" />
        </linearGradient>
        <linearGradient id="dusk-cp" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f2614f" />
          <stop offset=".22" stopColor="#c3263a" />
          <stop offset="1" stopColor="#6b0e1e" />
        </linearGradient>
        <linearGradient id="dusk-fl" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#5b2318" />
          <stop offset="1" stopColor="#0f0406" />
        </linearGradient>
        <linearGradient id="dusk-cu" x1="0" y1="0" x2="1" y2="0">
          <stop offset="0" stopColor="#2b040b" />
          <stop offset=".5" stopColor="#8a1628" />
          <stop offset="1" stopColor="#2b040b" />
        </linearGradient>
        <pattern id="dusk-fold" width="26" height="400" patternUnits="userSpaceOnUse">
          <rect width="26" height="400" fill="url(#dusk-cu)" />
        </pattern>
        <filter id="dusk-b8">
          <feGaussianBlur stdDeviation="9" />
        </filter>
        <filter id="dusk-b2">
          <feGaussianBlur stdDeviation="2.2" />
        </filter>
      </defs>
      <rect width="400" height="400" fill="url(#dusk-gl)" />
      <rect y="222" width="400" height="178" fill="url(#dusk-fl)" />
      <path d="M150 226v-78a50 50 0 0 1 100 0v78z" fill="#ffdd93" filter="url(#dusk-b8)" opacity=".9" />
      <path d="M158 224v-74a42 42 0 0 1 84 0v74z" fill="url(#dusk-dr)" />
      <path d="M154 224v-74a46 46 0 0 1 92 0v74" fill="none" stroke="#7a3a12" strokeWidth="4" />
      <path d="M200 108v116M158 150h84" stroke="#c98a35" strokeWidth="1.6" opacity=".7" />
      <path d="M186 224h28L322 400H78z" fill="#ff9b5a" opacity=".35" filter="url(#dusk-b8)" />
      <path d="M182 224h36L340 400H60z" fill="url(#dusk-cp)" />
      <path d="M182 224 60 400M218 224l122 176" stroke="#f0c566" strokeWidth="2.4" opacity=".9" />
      <path d="M186 224 80 400M214 224l106 176" stroke="#f0c566" strokeWidth=".9" opacity=".55" />
      <path d="M0 0h128c4 70-18 118-40 158-18 32-26 62-28 96H0z" fill="url(#dusk-fold)" />
      <path d="M400 0H272c-4 70 18 118 40 158 18 32 26 62 28 96h60z" fill="url(#dusk-fold)" />
      <path d="M60 254c2-34 10-64 28-96 22-40 44-88 40-158" fill="none" stroke="#e3b75d" strokeWidth="3" />
      <path d="M340 254c-2-34-10-64-28-96-22-40-44-88-40-158" fill="none" stroke="#e3b75d" strokeWidth="3" />
      <path d="M0 0h400v30c-34 26-66 26-100 0-34 26-66 26-100 0-34 26-66 26-100 0-34 26-66 26-100 0z" fill="#64101f" />
      <path
        d="M0 30c34 26 66 26 100 0 34 26 66 26 100 0 34 26 66 26 100 0 34 26 66 26 100 0"
        fill="none"
        stroke="#e3b75d"
        strokeWidth="3"
      />
      <g stroke="#8d1a2c" fill="none">
        <path d="M60 302q42 34 70-28" strokeWidth="7" />
        <path d="M131 272q22 20 34-22" strokeWidth="4" />
        <path d="M340 302q-42 34-70-28" strokeWidth="7" />
        <path d="M269 272q-22 20-34-22" strokeWidth="4" />
      </g>
      <g fill="#edc468">
        <path d="M56 296h8v64h-8zM127 268h6v46h-6zM162 246h4v30h-4zM336 296h8v64h-8zM267 268h6v46h-6zM234 246h4v30h-4z" />
        <circle cx="60" cy="292" r="8" />
        <circle cx="130" cy="265" r="5.5" />
        <circle cx="164" cy="244" r="3.6" />
        <circle cx="340" cy="292" r="8" />
        <circle cx="270" cy="265" r="5.5" />
        <circle cx="236" cy="244" r="3.6" />
      </g>
      <g fill="#fff0c4" filter="url(#dusk-b2)" opacity=".85">
        <circle cx="112" cy="92" r="5" />
        <circle cx="288" cy="92" r="5" />
        <circle cx="140" cy="70" r="3" />
        <circle cx="260" cy="70" r="3" />
        <circle cx="200" cy="78" r="4" />
      </g>
    </svg>
  )
}
