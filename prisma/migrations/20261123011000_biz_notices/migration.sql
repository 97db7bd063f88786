-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "is_listed" BOOLEAN,
ADD COLUMN     "is_mailed" BOOLEAN,
ADD COLUMN     "kind" TEXT,
ADD COLUMN     "once" TEXT,
ADD COLUMN     "path" TEXT,
ADD COLUMN     "read_at" TIMESTAMPTZ(3),
ADD COLUMN     "summary" TEXT;

-- CreateTable
CREATE TABLE "notice_choices" (
    "user_id" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "by_mail" BOOLEAN NOT NULL,
    "in_console" BOOLEAN NOT NULL,

    CONSTRAINT "notice_choices_pkey" PRIMARY KEY ("user_id","tenant_id","kind")
);

-- CreateIndex
CREATE INDEX "notice_choices_tenant_id_idx" ON "notice_choices"("tenant_id");

-- CreateIndex
CREATE INDEX "notifications_user_id_is_listed_id_idx" ON "notifications"("user_id", "is_listed", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "notifications_user_id_tenant_id_once_key" ON "notifications"("user_id", "tenant_id", "once");
