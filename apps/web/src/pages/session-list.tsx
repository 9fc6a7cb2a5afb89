import type { OwnSession, SessionOfUser } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatDateTime, formatTimeAgo } from '../base/format.ts';
import { Button } from '../design/controls.tsx';
import { Badge } from '../design/text.tsx';
import { programOf } from './entrance/program.ts';

type Session = Omit<SessionOfUser, 'ip'> & Readonly<{ ip: string | null }> & Partial<Pick<OwnSession, 'current'>>;

/** Sessions, with a button to end each but that of the page itself, where the caller may. */
export const SessionList = ({
  sessions,
  onEnd,
}: Readonly<{ sessions: readonly Session[]; onEnd: ((session: Session) => void) | undefined }>): ReactNode => (
  <ul className="lines">
    {sessions.map((session) => {
      const { id, current, ip, user_agent: agent, created_at: start } = session;
      return (
        <li key={id} className="row">
          <div className="grow">
            <strong>{programOf(agent)}</strong> {current && <Badge tone="good">this one</Badge>}
            <div className="soft" title={agent}>
              {[ip, `since ${formatDateTime(start)}`, wayOf(session), lastUse(session)].filter(Boolean).join(' · ')}
            </div>
          </div>
          {!current && onEnd !== undefined && (
            <Button
              kind="quiet"
              label={`End the session of ${programOf(agent)} since ${formatDateTime(start)}`}
              onPress={() => onEnd(session)}
            >
              End
            </Button>
          )}
        </li>
      );
    })}
  </ul>
);

const WAYS = {
  password: 'by password',
  invitation: 'by a link in a mail',
  oidc: 'by your organisation’s account',
  device_code: 'by a code from another computer',
} as const;
const FACTORS = { totp: ' and code', passkey: ' and passkey', recovery_code: ' and recovery code' } as const;

/** Empty for a session of an older version. */
const wayOf = ({ way, second_factor: factor }: Session): string =>
  way === null ? '' : `${WAYS[way]}${factor === null ? '' : FACTORS[factor]}`;

const lastUse = ({ last_used_at: at, current }: Session): string =>
  current ? '' : at === null ? 'a program holds it' : `used ${formatTimeAgo(at)}`;
