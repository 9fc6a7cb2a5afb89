import 'reflect-metadata';
import {
  type CanActivate,
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Get,
  HttpException,
  type INestApplication,
  Injectable,
  Module,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ERRORS, HTTP_STATUS } from '@strongroom/domain';
import { personOf, projectOf } from './projects.js';
import { mayIn, maySee, type Person, type Project } from './rights.js';

type Asked = { headers: Record<string, string | undefined>; params: { id: string }; seen?: Seen };
type Seen = Readonly<{ person: Person; project: Project }>;

const requestOf = (context: ExecutionContext): Asked => context.switchToHttp().getRequest<Asked>();

/** Lets a request through whose person sees the project, and hands both on. */
@Injectable()
class SeesProject implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = requestOf(context);
    const person = personOf(request.headers['x-person']);
    if (person === undefined) throw new HttpException({}, 401);
    const project = projectOf(request.params.id);
    const { effect, refusal } = maySee(person, project);
    if (effect === 'allow' && project !== undefined) {
      request.seen = { person, project };
      return true;
    }
    const code = refusal ?? 'ROOM_NOT_FOUND';
    throw new HttpException({ code }, HTTP_STATUS[ERRORS[code].kind]);
  }
}

const SeenProject = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).seen);

@Controller('projects')
class ProjectsController {
  @Get(':id')
  @UseGuards(SeesProject)
  get(@SeenProject() { person, project }: Seen) {
    return { id: project.id, title: project.title, may: mayIn(person, project) };
  }
}

@Module({ controllers: [ProjectsController], providers: [SeesProject] })
class ProjectsModule {}

/** The rules in a service on NestJS. */
export const projectsOnNest = (): Promise<INestApplication> => NestFactory.create(ProjectsModule, { logger: false });
