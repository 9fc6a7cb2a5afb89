import type { NewsRules } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';

/** The rules of mails with news. Where the operator switched them off, people who chose none get none. */
export const newsRulesOf = ({ news = 'off', mailLimits }: Pick<Deps, 'news' | 'mailLimits'>): NewsRules => ({
  standard: news === 'off' ? 'none' : news,
  limits: mailLimits,
});
