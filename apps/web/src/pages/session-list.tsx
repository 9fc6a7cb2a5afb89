import type { OwnSession, SessionOfUser } from '@strongroom/client';
import type { ReactNode } from 'react';
import { ago, dateTime } from '../base/format.ts';
import { Button } from '../design/controls.tsx';
import { Badge } from '../design/text.tsx';
import { programOf } from './program.ts';

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
              {[ip, `since ${dateTime(start)}`, lastUse(session)].filter(Boolean).join(' · ')}
            </div>
          </div>
          {!current && onEnd !== undefined && (
            <Button
              kind="quiet"
              label={`End the session of ${programOf(agent)} since ${dateTime(start)}`}
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

const lastUse = ({ last_used_at: at, current }: Session): string =>
  current ? '' : at === null ? 'a program holds it' : `used ${ago(at)}`;
