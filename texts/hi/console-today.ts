import type { TodayTexts } from '#texts/en/console-today.ts'
import type { Catalogue } from '#texts/speak.ts'

/** The day of a mall so far in Hindi. */
export const hi: Catalogue<TodayTexts> = {
  today: 'आज',
  todayUnread: 'आज के आँकड़े लोड नहीं हो सके।',
  earned: 'कमाई',
  served: 'काम पूरा',
  medianWait: 'औसत इंतज़ार',
  noShows: 'नहीं आए',
  cashInDrawers: 'गल्ले में नकद',
  toGiveBack: 'लौटाना है',
  toGiveBackOf: { one: '{count} व्यक्ति को {amount}', other: '{count} लोगों को {amount}' },
  yesterdayByNow: 'कल इस समय तक {value}',
  minutes: '{count} मिनट',
  shopsNow: 'दुकानें अभी',
  stateRunning: 'चालू',
  stateClosed: 'अभी बंद',
  stateNoCounter: 'कोई काउंटर खुला नहीं',
  stateSlow: 'बिलिंग की कतार से तेज़ नहीं',
  statePaused: 'रुकी हुई',
  pausedUntil: '{time} तक रुकी हुई',
  waitingNow: 'इंतज़ार में',
  waitNow: 'इंतज़ार',
  waitRange: '{low}–{high} मिनट',
  noWait: 'इंतज़ार नहीं',
  waitUnknown: 'पता नहीं',
  usually: 'बिलिंग की कतार लगभग {usual} मिनट',
  countersNow: 'खुले काउंटर',
  countersOf: '{count} में से {open}',
}
