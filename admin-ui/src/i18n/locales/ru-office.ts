import type { OfficeGroup, Translation } from './az';
import { audit } from './ru-audit';
import { messages } from './ru-messages';
import { account, people } from './ru-people';
import { releases } from './ru-releases';
import { secondStep } from './ru-second-step';
import { tokens } from './ru-tokens';
import { webhooks } from './ru-webhooks';

/** What the screens beside the posts say. */
export const office: Pick<Translation, OfficeGroup> = { account, audit, messages, people, releases, secondStep, tokens, webhooks };
