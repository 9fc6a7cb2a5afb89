import { setImmediate as turn } from 'node:timers/promises';
import {                    encodeEvent,                        } from '@strongroom/audit-log';
import {               instant,               } from '@strongroom/domain';
import {
              
                     
  DuplicateKey,
            
           
                 
                      
                  
               
  Unavailable,
} from '@strongroom/ports';
import {               Batcher, moreTimeFor,               refuseMalformed } from '@strongroom/store-kit';
import { hexSha256, newSalts } from '@strongroom/store-kit/node';
import { PostgresqlAuditLog } from '../audit/postgresql-audit-log.js';
                                                                  
import { CallGuard, retryUntilDeadline } from '../connection/call-guard.js';
import { isInfrastructureError, wasNotDone, wasTooLong } from '../connection/errors.js';
                                                          
import { openDatabase, openTables, outagesOf, PROBE } from '../opening/open.js';
import {                  commitOnce, commitTextOf,               } from './commits.js';
import { countQueryOf, listQueryOf } from './lists.js';
import { answerOutdated, walkOf } from './outdated.js';
import { placeOf } from './place.js';
import {              lookupOf,               readAll } from './reads.js';
import { RowDecoder } from './row-decoder.js';
import { SharedQueries } from './shared-queries.js';

                                                                              

/** A commit of one event and nothing else. */
                                                                                             

const NOW = { text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now' };

/** Maximum number of statements of one kind in flight. */
const MAX_IN_FLIGHT = 2;
const MAX_LOOKUPS = 500;
const MAX_RECORDS = 200;

                                                   
                                                 
                            
   

/**
 * Opens the documents in a database of PostgreSQL, which any number of processes may share. Makes the schema `strongroom` if
 * it is missing. Throws PostgresqlUnusable when the database cannot serve as the store.
 */
export async function openPostgresqlDocuments(
  address                   ,
  options                             = {},
)                                   {
  return new PostgresqlDocumentStore(await openDatabase(address, 'documents'), options);
}

/**
 * Opens the documents to read them: makes and changes nothing, numbers no events, and refuses commits. Throws
 * PostgresqlUnusable when the database cannot serve as the store, or has no tables yet.
 */
export async function openPostgresqlToRead(
  address                   ,
  options                             = {},
)                                   {
  return new PostgresqlDocumentStore(await openTables(address, 'documents'), { ...options, isToRead: true });
}

                                                                             

/** False after the time of the whole call: the caller would not wait for a second try. */
const mayBeSentAgain = (error         )          =>
  isInfrastructureError(error) && wasNotDone(error) && !wasTooLong(error);

/**
 * Documents in one database of PostgreSQL. Concurrent reads share a statement, and so do concurrent lists, equal counts,
 * and commits of one event each.
 */
export class PostgresqlDocumentStore                          {
           #sessions          ;
           #isToRead         ;
           #guard           ;
           #decoder = new RowDecoder();
           #queries               ;
           #reads                               ;
           #records                              ;
           audit                    ;
  #closed                           ;

  /** The database behind `sessions` was examined and has its tables. */
  constructor(sessions          , { audit, isToRead = false }         ) {
    this.#sessions = sessions;
    this.#isToRead = isToRead;
    this.#queries = new SharedQueries(sessions, this.#decoder);
    this.#guard = new CallGuard('documents', outagesOf(sessions));
    const ask =    (call                                  )             =>
      this.#guard.run((attempt) => retryUntilDeadline(attempt, () => call(attempt)));
    this.audit = new PostgresqlAuditLog({ sessions, ask, isToRead }, audit);
    this.#reads = new Batcher({
      turn,
      serve: (calls) => this.#readTogether(calls),
      maxInFlight: MAX_IN_FLIGHT,
      maxSize: MAX_LOOKUPS,
      sizeOf: ({ lookups }) => lookups.length,
    });
    this.#records = new Batcher({
      turn,
      serve: (calls) => this.#recordTogether(calls),
      maxInFlight: MAX_IN_FLIGHT,
      maxSize: MAX_RECORDS,
      isAbandoned: ({ attempt }) => attempt.isOver(),
    });
  }

  async read(refs                )                                                   {
    const lookups = refs.map(lookupOf);
    return this.#guard.run(async (attempt) => {
      if (lookups.length === 0) return [];
      const reading = await retryUntilDeadline(attempt, () => this.#reads.add({ lookups, attempt }));
      return lookups.map((lookup) => reading.at(lookup));
    });
  }

  async list(collection        , selection           , page      )                                     {
    const query = listQueryOf(collection, selection, page);
    return this.#ask([], query, (asked, attempt) => this.#queries.list(asked, attempt));
  }

  async count(collection        , selection           , atMost         )                  {
    const query = countQueryOf(collection, selection, atMost);
    return this.#ask(0, query, (asked, attempt) => this.#queries.count(asked, attempt));
  }

  async outdated(collection        , stretch         )                                     {
    const found                   = [];
    for (let walk = walkOf(collection, stretch); walk !== undefined; ) {
      // Each stride has its own deadline, because millions of upgraded documents may have to be skipped.
      const stride = await this.#ask({ documents: [], end: undefined }, walk, (asked) =>
        answerOutdated(this.#sessions, asked),
      );
      found.push(...stride.documents);
      const limit = stretch.limit - found.length;
      walk = stride.end === undefined || limit <= 0 ? undefined : { ...walk, after: stride.end, limit };
    }
    return found;
  }

  async commit(changes                   , events                      = [])                {
    if (this.#isToRead || this.#closed !== undefined) throw new Unavailable('documents');
    refuseMalformed(changes);
    const recorded = events.map((event) => encodeEvent(event, newSalts(), hexSha256));
    const text = commitTextOf(changes, recorded);
    const [event] = recorded;
    const progress           = { maybeDone: false };
    await this.#guard.run(
      (attempt) => {
        if (changes.length === 0 && event === undefined) return Promise.resolve();
        if (changes.length === 0 && event !== undefined && recorded.length === 1)
          return this.#records.add({ event, attempt, progress });
        return this.#commit(text, attempt, progress);
      },
      () => progress.maybeDone,
      moreTimeFor(changes.length),
    );
    if (recorded.length > 0) this.audit.onCommitted();
  }

  async now()                   {
    const [row] = await this.#guard.run(() => this.#sessions.run(NOW));
    return instant(Number(row?.now));
  }

  place()                      {
    return this.#guard.run((attempt) => retryUntilDeadline(attempt, () => placeOf(this.#sessions)));
  }

  async check()                {
    await this.#guard.run(() => this.#sessions.run(PROBE));
  }

  close()                {
    this.audit.close();
    this.#guard.close();
    this.#sessions.close();
    this.#closed ??= Promise.resolve();
    return this.#closed;
  }

  /** Again while it is certain that nothing was done: after a deadlock, or without a connection. */
  #commit(text            , attempt         , progress          )                {
    return retryUntilDeadline(attempt, () => commitOnce(this.#sessions, text, attempt, progress), mayBeSentAgain);
  }

  /** In one transaction; each alone if one of them is in the log already. */
  async #recordTogether(calls                          )                                    {
    const together                            = {
      get maybeDone() {
        return calls.some(({ progress }) => progress.maybeDone);
      },
      set maybeDone(isIt) {
        for (const { progress } of calls) progress.maybeDone = isIt;
      },
    };
    const attempt          = {
      left: () => Math.min(...calls.map((call) => call.attempt.left())),
      isOver: () => calls.some((call) => call.attempt.isOver()),
    };
    const events = calls.map(({ event }) => event);
    try {
      await this.#commit(commitTextOf([], events), attempt, together);
      return calls.map(() => ({ answer: undefined }));
    } catch (error) {
      if (!(error instanceof DuplicateKey) || calls.length === 1) throw error;
      const outcomes                  = [];
      for (const call of calls)
        outcomes.push(...(await this.#recordTogether([call]).catch((thrown         ) => [{ error: thrown }])));
      return outcomes;
    }
  }

  async #readTogether(calls                        )                                       {
    const answer = await readAll(
      this.#sessions,
      this.#decoder,
      calls.flatMap(({ lookups }) => lookups),
    );
    return calls.map(() => ({ answer }));
  }

  /** A query may be repeated, so it waits for a standby to become primary. */
  #ask                     (
    nothing   ,
    query               ,
    answer                                            ,
  )             {
    return this.#guard.run(async (attempt) =>
      query === undefined ? nothing : retryUntilDeadline(attempt, () => answer(query, attempt)),
    );
  }
}
