import { expect, test } from 'vitest'
import { mustLeavePage } from './in-app.ts'

const chrome = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'

test('the vendor’s page replaces ours in browsers inside other apps, and only there', () => {
  const apps = [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 355.0.0.31.103',
    `${chrome} [FB_IAB/FB4A;FBAV/490.0.0.63.82;]`,
    `${chrome} WhatsApp/2.24.20`,
    chrome.replace('Pixel 7)', 'Pixel 7; wv)'),
    'Opera/9.80 (Android; Opera Mini/36.2/119.132; U; en) Presto/2.12.423 Version/12.16',
    'Mozilla/5.0 (Linux; U; Android 12; en-US) AppleWebKit/537.36 Version/4.0 Chrome/100 UCBrowser/13.4 Mobile Safari/537.36',
  ]
  for (const app of apps) expect(mustLeavePage(app), app).toBe(true)
  const browsers = [
    chrome,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
  ]
  for (const browser of browsers) expect(mustLeavePage(browser), browser).toBe(false)
})
