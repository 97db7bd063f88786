-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "is_taken" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sends" ADD COLUMN     "first_attempt_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "provider_messages" (
    "transport" TEXT NOT NULL,
    "provider_message_id" TEXT NOT NULL,
    "message_id" TEXT NOT NULL,
    "identity_id" TEXT NOT NULL,
    "rfc_message_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provider_messages_pkey" PRIMARY KEY ("transport","provider_message_id")
);

-- CreateIndex
CREATE INDEX "provider_messages_message_id_idx" ON "provider_messages"("message_id");

-- CreateIndex
CREATE INDEX "provider_messages_identity_id_rfc_message_id_idx" ON "provider_messages"("identity_id", "rfc_message_id");
