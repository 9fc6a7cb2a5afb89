/**
 * Marks in the name of a browser inside of an app. Such browsers often cannot save a file: the download would be counted and
 * lost. Apps on Android write `wv`; those on iOS leave `Safari` out.
 */
const MARKS = [
  /\bFB(?:AN|AV|_IAB)\b/,
  /\bInstagram\b/,
  /\bLinkedInApp\b/,
  /\bMicroMessenger\b/,
  /\bLine\/\d/,
  /\b(?:Snapchat|Pinterest|TikTok|BytedanceWebview|Slack_SSB)\b/,
  /\bTwitter for\b/,
  /\bTeamsMobile/,
  /;\s*wv\)/,
  /\b(?:iPhone|iPad|iPod)\b(?!.*\bSafari\/).*\bAppleWebKit\//,
];

/** Whether a page is shown by a browser inside an app, as far as the browser says so. */
export const isInApp = (userAgent: string): boolean => MARKS.some((mark) => mark.test(userAgent));
