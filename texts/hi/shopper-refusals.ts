import type { ShopperRefusals } from '#texts/en/shopper-refusals.ts'
import type { Catalogue } from '#texts/speak.ts'

export const hi = {
  wrong_origin: 'कृपया पेज को फिर लोड करके कोशिश करें।',
  otp_address: 'इस नेटवर्क से बहुत सारे कोड मँगाए गए। मोबाइल डेटा इस्तेमाल करें या काउंटर पर पूछें।',
  otp_budget: 'अभी कोड नहीं भेजा जा सकता। कृपया काउंटर पर पूछें।',
  shop_paused: 'दुकान अभी नए टोकन नहीं दे रही है। कृपया थोड़ी देर बाद फिर कोशिश करें।',
  receipt_not_found: 'रसीद नहीं मिली।',
  not_signed_in: 'कृपया पहले अपना मोबाइल नंबर वेरिफ़ाई करें।',
  is_a_mall: 'यह दुकान नहीं मिली।',
  ticket_not_found: 'आपकी जगह नहीं मिली। कृपया फिर से शुरू करें।',
  otp_wait: { one: '{count} सेकंड बाद दूसरा कोड मँगा सकते हैं।', other: '{count} सेकंड बाद दूसरा कोड मँगा सकते हैं।' },
  wrong_state: 'आपके टोकन का स्टेटस बदल गया है।',
  price_changed: 'कीमत बदल गई है: अब {price} है। कोई पैसा नहीं लिया गया। आगे बढ़ने के लिए बटन फिर दबाएँ।',
  nothing_to_pay: 'आपके टोकन का स्टेटस बदल गया है।',
  payment_not_found: 'इस ऑर्डर का समय खत्म हो गया। हमने इसे 15 मिनट तक रखा था। कृपया फिर बुक करें।',
} as const satisfies Catalogue<ShopperRefusals>
