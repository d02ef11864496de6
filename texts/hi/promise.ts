import type { PromiseTexts } from '#texts/en/promise.ts'
import type { Catalogue } from '#texts/speak.ts'

export const hi = {
  terms: {
    one: '{count} मिनट में बुलाएँगे, नहीं तो आपकी फ़ीस अपने आप वापस।',
    other: '{count} मिनट में बुलाएँगे, नहीं तो आपकी फ़ीस अपने आप वापस।',
  },
  calledBy: '{time} तक बुलाएँगे, नहीं तो आपकी फ़ीस वापस।',
  calledByHint: 'पैसे अपने आप वापस आएँगे। आपको कुछ नहीं करना है।',
  broken: 'माफ़ कीजिए, हम आपको {time} तक नहीं बुला पाए।',
  onTheWay: 'आपकी {amount} फ़ीस वापस आ रही है। कतार में आपकी जगह वही है।',
  inCash: 'आपकी {amount} फ़ीस आपको वापस मिलेगी: काउंटर पर टोकन {number} दिखाकर नकद ले लें। कतार में आपकी जगह वही है।',
  done: 'आपकी {amount} फ़ीस वापस कर दी गई है। कतार में आपकी जगह वही है।',
} as const satisfies Catalogue<PromiseTexts>
