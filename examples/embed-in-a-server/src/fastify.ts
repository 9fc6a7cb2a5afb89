import { ERRORS, HTTP_STATUS } from '@strongroom/domain';
import Fastify, { type FastifyInstance } from 'fastify';
import { PROJECTS, personOf, projectOf } from './projects.js';
import { mayIn, maySee, seenBy } from './rights.js';

/** The rules in a service on Fastify. */
export function projectsOnFastify(): FastifyInstance {
  const server = Fastify({ logger: false });
  server.get('/projects', async (request, reply) => {
    const person = personOf(request.headers['x-person']);
    if (person === undefined) return reply.code(401).send();
    return seenBy(person, PROJECTS).map(({ id, title }) => ({ id, title }));
  });
  server.get<{ Params: { id: string } }>('/projects/:id', async (request, reply) => {
    const person = personOf(request.headers['x-person']);
    if (person === undefined) return reply.code(401).send();
    const project = projectOf(request.params.id);
    const { effect, refusal, reasons } = maySee(person, project);
    if (effect === 'deny' || project === undefined) {
      // Hidden and absent are answered alike: the reasons stay here.
      request.log.info({ reasons }, 'refused');
      const code = refusal ?? 'ROOM_NOT_FOUND';
      return reply.code(HTTP_STATUS[ERRORS[code].kind]).send({ code });
    }
    return { id: project.id, title: project.title, may: mayIn(person, project) };
  });
  return server;
}
