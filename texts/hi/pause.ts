import type { PauseTexts } from '#texts/en/pause.ts'
import type { Catalogue } from '#texts/speak.ts'

export const hi = {
  notNow: 'अभी नए टोकन नहीं मिल रहे हैं',
  notUntil: '{time} तक नए टोकन नहीं मिलेंगे',
  technical: 'कुछ तकनीकी दिक्कत है।',
  break: 'हम थोड़ी देर के ब्रेक पर हैं।',
  busy: 'अभी बहुत लोग इंतज़ार कर रहे हैं।',
  ask_staff: 'कृपया स्टाफ़ से पूछें।',
  counters_closed: 'सभी काउंटर बंद हैं।',
  joinAgainAt: 'आप {time} पर फिर कतार में जुड़ सकते हैं।',
  joinAgainLater: 'कृपया थोड़ी देर बाद फिर कोशिश करें।',
  placeSafe: 'आपकी जगह सुरक्षित है। आपको पहले की तरह बुलाया जाएगा।',
  paused: 'रुकी हुई',
} as const satisfies Catalogue<PauseTexts>
