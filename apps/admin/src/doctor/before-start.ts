import { type Finding, fail, warn } from '@strongroom/settings';

type StoreInspection = Readonly<{ isOtherSecret: boolean; outdated: number }>;

/** Reports changes that the next start makes to a store, and a refusal. `upgradesAtStart`: without a command. */
export function checkBeforeStart(seen: StoreInspection | undefined, upgradesAtStart: boolean): readonly Finding[] {
  if (seen === undefined) return [];
  const { isOtherSecret, outdated } = seen;
  return [
    ...(isOtherSecret
      ? [
          fail(
            'secret',
            'it is not the one that this store is used with, so the service does not start',
            'set the one that was used; to change it on purpose give both, as docs/how-to/change-every-secret.md says',
          ),
        ]
      : []),
    ...(outdated > 0
      ? [
          warn(
            'upgrade',
            `${outdated} documents or more have the form of an older version; the way back is a backup only`,
            upgradesAtStart
              ? 'make a backup: the next start rewrites them'
              : 'make a backup, then run strongroom-admin upgrade once no older process serves',
          ),
        ]
      : []),
  ];
}
