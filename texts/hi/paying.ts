import type { PayingTexts } from '#texts/en/paying.ts'
import type { Catalogue } from '#texts/speak.ts'

/** The shopper's payment through a vendor in Hindi. */
export const hi = {
  // before the vendor's page is open
  titleOpening: 'पेमेंट खुल रहा है…',
  chooseThere: 'वहाँ UPI, कार्ड या नेट बैंकिंग चुनें। आपके अपने ऐप में हाँ कहने से पहले कुछ नहीं कटेगा।',
  comeBack: 'फिर यहीं लौट आएँ। यह पेज बंद हो जाए, तब भी टोकन मैसेज से आ जाएगा।',
  opening: '{vendor} खुल रहा है…',
  priorityBilling: 'प्रायोरिटी बिलिंग',
  // the bank has not decided
  titleWaiting: 'आपके बैंक का इंतज़ार है',
  waitingLead: 'बैंक ने अभी जवाब नहीं दिया है। आम तौर पर कुछ सेकंड लगते हैं, कभी-कभी कुछ मिनट।',
  notTwice: 'कृपया दोबारा पेमेंट न करें।',
  notTwiceHint: 'अगर आपके खाते से {amount} कट गए हैं, तो वे हमारे पास आ रहे हैं।',
  youPaid: 'आपने {vendor} पर पेमेंट किया',
  youOpened: 'आपने {vendor} खोला',
  bankConfirms: 'बैंक पक्का करता है',
  bankHint: 'हम पूछते रहते हैं। आपको कुछ नहीं करना है।',
  yourToken: 'आपका टोकन',
  mayClose: 'आप यह पेज बंद कर सकते हैं।',
  mayCloseHint: 'बैंक के हाँ कहते ही टोकन +91 {mobile} पर मैसेज से आ जाएगा।',
  tooLate: 'देर से आया पैसा डूबता नहीं।',
  tooLateHint: '{time} के बाद आया तो पूरा पैसा अपने आप लौट जाएगा, और हम आपको मैसेज करेंगे।',
  asking: 'बैंक से पूछ रहे हैं…',
  unreached: 'अभी {vendor} से संपर्क नहीं हो रहा। हम कोशिश करते रहेंगे।',
  unreachedOffline: 'आप ऑफ़लाइन हैं। इंटरनेट आते ही हम पूछेंगे।',
  didNotPay: 'मैंने पेमेंट नहीं किया',
  // closed, or never finished
  titleClosed: 'आपने पेमेंट बंद कर दिया',
  closedLead: 'कुछ नहीं कटा है। आपकी जगह अब भी सुरक्षित है।',
  titleUnpaid: 'अभी पेमेंट नहीं हुआ',
  unpaidLead: 'हमें किसी पूरे पेमेंट की खबर नहीं है। खाते से पैसा कट गया हो, तो टोकन अपने आप आएगा, या पैसा लौट जाएगा।',
  otherWays: 'या दूसरा तरीका चुनें',
  backToPayment: 'पेमेंट पर वापस',
  // refused
  titleFailed: 'पेमेंट नहीं हो सका',
  failedLead: '{reason} हमारे पास कोई पैसा नहीं आया, और आपकी जगह अब भी सुरक्षित है।',
  reason_cancelled: 'आपने अपने ऐप में इसे कैंसल किया।',
  reason_slow: 'इसमें बहुत देर लग गई।',
  reason_declined: 'आपके बैंक ने मना कर दिया।',
  reason_funds: 'उस खाते में उतना पैसा नहीं है।',
  reason_other: 'आपके बैंक या उसके ऐप में दिक्कत आई।',
  whatNow: 'आप यह कर सकते हैं',
  anotherApp: 'दूसरा UPI ऐप या कार्ड',
  anotherAppHint: 'पेमेंट का पेज फिर खुलेगा',
  cash: 'काउंटर पर नकद दें',
  cashHint: 'पैसे देते ही टोकन मिल जाएगा',
  ifTaken: 'फिर भी खाते से {amount} कट जाएँ, तो टोकन अपने आप आएगा, या पूरा पैसा लौट जाएगा।',
  tryAgain: 'फिर कोशिश करें',
  // money, but not the price
  titleOtherAmount: 'कृपया दोबारा पेमेंट न करें',
  otherAmountLead: 'बैंक से {amount} नहीं, कोई दूसरी रकम आई है, इसलिए टोकन अभी नहीं बना। कृपया काउंटर पर पूछें।',
  // the vendor's page did not open
  titleUnopened: '{vendor} नहीं खुला',
  unopenedLead: 'कुछ नहीं कटा है। कृपया अपना इंटरनेट जाँचें। ऐड ब्लॉकर भी इस पेज को रोक सकता है।',
  titleDown: 'ऑनलाइन पेमेंट अभी नहीं चल रहा',
  downLead: '{vendor} जवाब नहीं दे रहा। कुछ नहीं कटा है, और आपकी जगह अब भी सुरक्षित है।',
  // late money
  titleLate: 'आपका पेमेंट देर से आया',
  lateText: '{amount} आपकी जगह का समय खत्म होने के बाद आए, इसलिए टोकन नहीं बना। पूरा पैसा लौट रहा है।',
  titleBack: 'आपका पैसा लौट गया',
  backText: '{amount} आपकी जगह का समय खत्म होने के बाद आए थे। पूरा पैसा लौट चुका है।',
  mayCome: 'अगर खाते से {amount} कट गए हैं, तो पूरे अपने आप लौट आएँगे। हम आपको मैसेज करेंगे।',
} as const satisfies Catalogue<PayingTexts>
