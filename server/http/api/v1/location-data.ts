import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { success } from '../../../../contract/schemas/common.ts';
import { LocationData } from '../../../../contract/schemas/location-data.ts';
import type { Services } from '../../services.ts';

export const locationDataRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { licenceOfPlaces }) => {
  app.get(
    '/analytics/location-data',
    {
      schema: {
        tags: ['Analytics'],
        operationId: 'getLocationData',
        summary: 'Get the source of countries and cities',
        description:
          'The licence of the data that places are looked up in, and the attribution that it requires wherever countries and cities are shown. The data is chosen by the operator.',
        response: { 200: success(LocationData) },
      },
    },
    () => {
      const licence = licenceOfPlaces();
      return {
        status: true as const,
        response: {
          licence: licence ? { name: licence.name, url: licence.url } : null,
          attribution: licence?.attribution ? { ...licence.attribution } : null,
        },
      };
    },
  );
};
