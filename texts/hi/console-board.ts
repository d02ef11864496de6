import type { BoardTexts } from '#texts/en/console-board.ts'
import type { Catalogue } from '#texts/speak.ts'

export const hi = {
  nowServing: 'अभी चल रहा टोकन',
  counter: 'काउंटर',
  next: 'आगे',
  waiting: 'इंतज़ार में',
  minutes: 'मिनट',
  noneOpen: 'अभी कोई काउंटर खुला नहीं',
  nobodyCalled: 'कृपया अपने नंबर का इंतज़ार करें',
  nobodyNext: 'कोई इंतज़ार में नहीं है',
  watch: 'आपका नंबर दिखे तो उसके साथ लिखे काउंटर पर आएँ।',
  watchPlain: 'आपका नंबर दिखे तो काउंटर पर आएँ।',
  staleSince: '{time} के बाद से अपडेट नहीं',
  missed: 'छूटे',
  atCounter: 'काउंटर पर',
  unreachable: 'अभी कनेक्शन नहीं है। फिर कोशिश हो रही है।',
  askCounter: 'कृपया काउंटर पर पूछें',
  chooseBoard: 'किस दुकान का बोर्ड?',
  openBoard: 'बोर्ड खोलें',
  notYours: 'आपके खाते में इस दुकान का बोर्ड नहीं है।',
  otherShop: 'दूसरी दुकान',
} as const satisfies Catalogue<BoardTexts>
