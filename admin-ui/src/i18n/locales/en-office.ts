import type { OfficeGroup, Translation } from './az';
import { audit } from './en-audit';
import { messages } from './en-messages';
import { account, people } from './en-people';
import { releases } from './en-releases';
import { secondStep } from './en-second-step';
import { tokens } from './en-tokens';
import { webhooks } from './en-webhooks';

/** What the screens beside the posts say. */
export const office: Pick<Translation, OfficeGroup> = { account, audit, messages, people, releases, secondStep, tokens, webhooks };
