import type { ReactNode } from 'react';
import { plural } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { isFailing, useWebhooks } from './webhooks-data.ts';

const REFRESH_MS = 60_000;

/** The webhooks of the organisation that take no events; undefined before they are read, and for those who may not know. */
export function useFailing() {
  const isEnabled = may(useMyself(), 'webhook.list');
  return useWebhooks(undefined, { isEnabled, refetchInterval: REFRESH_MS }).data?.filter(isFailing);
}

/** The mark beside the link to the page of other systems. */
export function FailingMark(): ReactNode {
  const failing = useFailing() ?? [];
  if (failing.length === 0) return null;
  const words = `${plural(failing.length, 'webhook')} ${failing.length === 1 ? 'fails' : 'fail'}`;
  return (
    <span className="mark failing" title={words}>
      !<span className="hidden-visually"> {words}</span>
    </span>
  );
}
