import type { ToPayTexts } from '#texts/en/to-pay.ts'
import type { Catalogue } from '#texts/speak.ts'

export const hi: Catalogue<ToPayTexts> = {
  payHead: 'काउंटर पर पेमेंट करें',
  payText: 'कृपया काउंटर पर {amount} नकद दें। टोकन नंबर तुरंत मिल जाएगा।',
  payShow: 'यह दिखाएँ:',
  payBefore: 'आपकी जगह {time} तक सुरक्षित है।',
}
