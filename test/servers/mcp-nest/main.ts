import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { McpController, McpStrategy, StreamableHttpTransport, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';

@McpController()
class GreetingController {
  @Tool({
    name: 'greeting-tool',
    description: 'Greets somebody',
    parameters: z.object({ name: z.string().default('World') }),
  })
  async sayHello(@Payload() { name }: { name: string }) {
    return { content: [{ type: 'text', text: `Hello, ${name}!` }] };
  }
}

const mcp = new McpStrategy({ name: 'mcp-nest', version: '1.0.0', transports: [new StreamableHttpTransport()] });

@Module({ controllers: [GreetingController] })
class AppModule {}

const app = await NestFactory.create(AppModule);
mcp.setHttpAdapter(app.getHttpAdapter());
app.connectMicroservice({ strategy: mcp });
await app.startAllMicroservices();
await app.listen(Number(process.env.PORT), '127.0.0.1');
