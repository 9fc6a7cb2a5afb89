import { type Branded, defineValue } from './value.ts';

const FORM = /^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#\\]*)?$/u;
const MAX_LENGTH = 2000;

export type WebhookUrl = Branded<string, 'WebhookUrl'>;
export const WebhookUrl = defineValue<WebhookUrl>({
  name: 'WebhookUrl',
  description: 'Address of a receiver, https, without user name and fragment.',
  schema: {
    type: 'string',
    pattern: FORM.source,
    maxLength: MAX_LENGTH,
    examples: ['https://hooks.example.com/strongroom'],
  },
  check: (input) =>
    typeof input === 'string' && input.length <= MAX_LENGTH && FORM.test(input)
      ? undefined
      : 'must be an address such as https://hooks.example.com/strongroom',
});
