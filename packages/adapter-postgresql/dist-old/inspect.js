import { Unavailable } from '@strongroom/ports';
                                                                 
import { CallGuard } from './connection/call-guard.js';
import { PostgresqlUnusable } from './connection/postgresql-unusable.js';
                                                         
import { newer, outagesOf, reasonOf, sessionsOf, withoutRights } from './opening/open.js';
import { examineServer } from './opening/server.js';
import { hasRights, isNewer, layoutOf } from './schema/make.js';

                                            
                                      
     
                    
                      
                       
                                                                                               
                            
                                                                                 
                         
     
  

/** Examines a database like a starting service, and changes nothing. */
export async function inspectPostgresql(address                   )                                {
  let sessions                      ;
  let guard                       ;
  try {
    const opened = sessionsOf(address, 'documents');
    sessions = opened;
    const made = new CallGuard('documents', outagesOf(opened));
    guard = made;
    return await made.run(() =>
      opened.use(async (session) => {
        const server = await examineServer(session);
        const layout = await layoutOf(session);
        if (layout !== undefined && isNewer(layout)) throw newer();
        if (layout !== undefined && !(await hasRights(session))) throw withoutRights();
        return { state: 'fits', ...server, database: opened.database, hasTables: layout !== undefined };
      }),
    );
  } catch (error) {
    const known = error instanceof Unavailable ? reasonOf(error) : error;
    if (known instanceof PostgresqlUnusable) return { state: 'unfit', reason: known.message };
    throw error;
  } finally {
    guard?.close();
    sessions?.close();
  }
}
