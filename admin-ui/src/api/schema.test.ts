import { readFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it, vi } from 'vitest';

const document = readFileSync(path.resolve(import.meta.dirname, '../../../cms/openapi.json'), 'utf8');
const types = readFileSync(path.resolve(import.meta.dirname, 'schema.ts'), 'utf8');

/** Checks the document (by its JSON schema and the rules of OpenAPI) and makes types of it. */
const typesOf = async (text: string) => `${COMMENT_HEADER}${astToString(await openapiTS(JSON.parse(text) as OpenAPI3))}`;

describe("the server's OpenAPI document", () => {
  it('is valid, and the types of the admin are made of it (else: npm run types -w admin-ui)', async () => {
    expect((await typesOf(document)) === types).toBe(true);
  });

  it.each([
    ['the id of an operation twice', '"operationId": "read_image"', '"operationId": "read_post"'],
    ['a reference that leads nowhere', '#/components/schemas/TokenPair', '#/components/schemas/Nothing'],
  ])('is refused with %s', async (_name, right, wrong) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(document).toContain(right);
    await expect(typesOf(document.replaceAll(right, wrong))).rejects.toThrow();
  });
});
