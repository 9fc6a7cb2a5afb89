import { defineValue, formatInstant, type Instant, instant, type Value } from '@strongroom/domain';

/** The only accepted format. JavaScript would accept the 30th of February and hour 24; this refuses them. */
function isMoment(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && formatInstant(instant(at)) === text;
}

/** A moment in a request, in the format of every time in an answer. */
export const momentNamed = (name: string, description: string): Value<string> =>
  defineValue({
    name,
    description,
    schema: {
      type: 'string',
      format: 'date-time',
      pattern: '^\\d{4}-\\d\\d-\\d\\dT(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ$',
      examples: ['2026-11-21T00:00:00Z'],
    },
    rule: 'timestamp',
    check: (input) =>
      typeof input === 'string' && isMoment(input) ? undefined : 'must be a time such as 2026-11-21T00:00:00Z',
  });

/** The instant of a moment that was checked. Null and nothing stay. */
export const instantOf = <T extends null | undefined>(moment: string | T): Instant | T =>
  typeof moment === 'string' ? instant(Date.parse(moment)) : moment;

/** The moment of the last change of a file, as its uploader says. */
export const ModifiedAt = momentNamed(
  'ModifiedAt',
  'When the content was changed last, YYYY-MM-DDThh:mm:ssZ, as the uploader says; the service only keeps it.',
);
