-- CreateTable
CREATE TABLE "dead_letters" (
    "id" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "queue" TEXT NOT NULL,
    "job" TEXT NOT NULL,
    "tenant_id" TEXT,
    "payload" JSON NOT NULL,
    "tries" INTEGER NOT NULL,
    "error" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "first_failed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_failed_at" TIMESTAMPTZ(3) NOT NULL,
    "redriven_at" TIMESTAMPTZ(3),

    CONSTRAINT "dead_letters_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "dead_letters_ref_key" ON "dead_letters"("ref");

-- CreateIndex
CREATE INDEX "dead_letters_status_id_idx" ON "dead_letters"("status", "id");

-- CreateIndex
CREATE INDEX "dead_letters_tenant_id_status_id_idx" ON "dead_letters"("tenant_id", "status", "id");

-- CreateIndex
CREATE INDEX "dead_letters_queue_status_id_idx" ON "dead_letters"("queue", "status", "id");

-- CreateIndex
CREATE INDEX "dead_letters_last_failed_at_idx" ON "dead_letters"("last_failed_at");
