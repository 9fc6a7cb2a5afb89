import { expect, test } from '@jest/globals';
import { isInApp } from './in-app.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8';

test.each([
  ['Facebook on iOS', `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/489.0.0.34;FBBV/1]`],
  ['Instagram on iOS', `${IPHONE} Mobile/15E148 Instagram 350.0.0.21`],
  ['LinkedIn', `${IPHONE} Mobile/15E148 [LinkedInApp]/9.30`],
  ['WeChat', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.54(0x18003626) NetType/WIFI`],
  ['LINE', `${IPHONE} Mobile/15E148 Safari Line/14.19.1`],
  ['an app on iOS without a name', `${IPHONE} Mobile/15E148`],
  [
    'an app on Android',
    `${ANDROID} Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 Mobile Safari/537.36`,
  ],
])('%s is known', (_, userAgent) => {
  expect(isInApp(userAgent)).toBe(true);
});

test.each([
  ['Safari on iOS', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['Chrome on iOS', `${IPHONE} CriOS/130.0.6723.90 Mobile/15E148 Safari/604.1`],
  ['Chrome on Android', `${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36`],
  ['Firefox on a desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  [
    'Edge',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0',
  ],
])('%s counts as a browser of its own', (_, userAgent) => {
  expect(isInApp(userAgent)).toBe(false);
});
